/** Beside an All Clear that only a satellite proves, wherever that is said. */
export const satelliteOnly = 'By satellite only, which misses some flashes. Leave at the first thunder.'

/** What to do while nothing is known, wherever that is said. */
export const treatAsUnsafe = 'Treat as unsafe. Wait 30 minutes after the last thunder.'
