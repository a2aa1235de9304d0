"""Jinja2 templates. A package only so that every kind of install finds it."""
