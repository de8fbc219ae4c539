"""Figures of speed, as ratios taken in one interleaved loop: ``python -m bench``."""
