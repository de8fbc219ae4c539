"""What all tests share."""

from hypothesis import settings

# A slow machine is no failure; the examples of a failure can be run again.
settings.register_profile("upcard", deadline=None, print_blob=True)
settings.load_profile("upcard")
