// Whoever tests duels reads their effects in the words in which simulations do.
@_exported import SetSimulation
