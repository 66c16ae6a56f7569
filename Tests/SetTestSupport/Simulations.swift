// Tests of duels read effects with the same vocabulary as simulations.
@_exported import SetSimulation
