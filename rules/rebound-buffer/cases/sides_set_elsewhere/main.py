from solver import Solver


def run(model, turns):
    solver = Solver(model)
    solver.turns = turns
    solver.capture()
    solver.capture_rest()
