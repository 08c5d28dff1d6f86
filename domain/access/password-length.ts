/** Length matters more than complexity, so a few words in a row are fine. */
export const shortestPassword = 15

/**
 * Far more than anyone types. A longer password is rejected, never truncated, because the rest of it would be ignored.
 */
export const longestPassword = 256
