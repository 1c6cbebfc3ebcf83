"""What is put aside before it is written in place."""


class Scales:
    def stash(self, kept, fresh):
        kept["updated_scale"] = self.meta.scale  # expect-warning: reused-output
        kept["updated_amax"] = self.meta.amax.clone()
        self.meta.scale.copy_(fresh)
        self.meta.amax.copy_(fresh)

    def swap(self, fresh):
        old = self.scale  # expect-warning: reused-output
        self.scale.copy_(fresh)
        return old

    # Bound anew before it is written, or no tensor that is had again.
    def rebind(self, fresh):
        old = self.scale
        self.scale = fresh.clone()
        self.scale.mul_(2)
        return old

    def keep(self, fresh):
        self.old_scale = self.scale
        self.scale = fresh

    def threshold(self, fresh):
        threshold = self.scale
        self.scale.copy_(fresh)
        return threshold

    # Where it is needed a copy is made.
    def multiply(self, x, is_aliased):
        if is_aliased:
            old_scale = self.snapshot(self.scale)
        else:
            old_scale = self.scale
        self.scale.zero_()
        return old_scale if is_aliased else x
