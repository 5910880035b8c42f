"""Our results beside those of scikit-learn and of the plain reference."""
