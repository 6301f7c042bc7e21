"""What one person keeps on this machine, and this terminal itself."""
