def schedule(values):
    return [v for v in values if v]
