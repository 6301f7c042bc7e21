"""The game as the ssh server offers it: sign-in, screens, sessions in lines, answers to command lines."""
