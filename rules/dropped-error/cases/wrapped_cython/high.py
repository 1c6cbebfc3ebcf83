import low


def both(comm, out):
    low.split(comm, 1, out)
    low.split_unchecked(comm, 1, out)  # expect: dropped-error
