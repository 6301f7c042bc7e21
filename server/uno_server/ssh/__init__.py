"""The ssh side of the server: listener, logins, connections and their channels."""
