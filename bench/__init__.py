"""Speed: figures, and ratios to a reference of the same run, since machines are noisy."""
