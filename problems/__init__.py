"""The public half of the built-in pack. A package only so that every kind of install finds it."""
