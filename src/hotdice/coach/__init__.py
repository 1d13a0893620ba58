"""What is right, what it cost, how lucky it was: advice on a position, review of a game, training."""
