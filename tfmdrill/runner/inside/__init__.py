"""The child side of the wall: started by path, so it imports nothing of tfmdrill but itself."""
