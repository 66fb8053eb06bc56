"""Training of the packaged extraction model (extra ``training``: torch, safetensors, onnx)."""
