"""Code that is alike: fingerprints of syntax trees compared across a class. Evidence, not proof."""
