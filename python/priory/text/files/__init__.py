"""Model files in the safetensors format."""
