"""What levels, gear and cards in hand are worth to the seer when it stops playing on, as logarithms of odds.

Made by `python -m scripts.munchkin_values`.
"""

VALUES = (
    2.301, 1.151, 0.670, 0.251, -0.206, -0.542, -0.920, -1.251, -1.455, 0.000, 0.070, -0.004, 0.015,
    0.266, 0.484, 0.052, 0.003, -0.501,
)  # fmt: skip
