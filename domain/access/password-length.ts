/** Long instead of complicated: a few words in a row. */
export const shortestPassword = 15
