"""What people find behind the ssh server: the lobby, plain lines, command-line answers."""
