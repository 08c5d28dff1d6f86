/** The name under which everything from the simulated world is heard and kept. */
export const simulatedSource = 'simulated'

/** What the feed of its strikes is called. */
export const simulatedLightning = 'Simulated lightning'
