/** What to do while nothing is known, wherever that is said. */
export const treatAsUnsafe = 'Treat as unsafe. Wait 30 minutes after the last thunder.'
