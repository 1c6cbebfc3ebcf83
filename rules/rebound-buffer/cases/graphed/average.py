# Averages of weights that are lent to a module; what its caller has had graphed keeps the old ones.
class Average:
    def __init__(self, shadow):
        self.shadow = shadow

    def lend(self, net):
        for p, s in zip(net.parameters(), self.shadow.parameters()):
            p.data = s.data  # expect: rebound-buffer

    def copy(self, net):
        for p, s in zip(net.parameters(), self.shadow.parameters()):
            p.data.copy_(s.data)

    def lend_plain(self, net):
        for p, s in zip(net.parameters(), self.shadow.parameters()):
            p.data = s.data
