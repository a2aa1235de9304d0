"""Reading a download of submissions: every file of it, safely, and whose each one is."""
