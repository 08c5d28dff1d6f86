/** The name under which everything from the simulated world is heard and kept. */
export const simulatedSource = 'simulated'
