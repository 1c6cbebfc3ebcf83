"""A Python without PyTorch, also where there is one."""
raise ImportError("there is none")
