"""The ssh server: listener, admission, logins, connections and sessions."""
