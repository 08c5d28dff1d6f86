/** Length matters more than complexity: a few words in a row are fine. */
export const shortestPassword = 15

/** Far more than anyone types. A longer password is rejected, never truncated: the rest of it would be ignored. */
export const longestPassword = 256
