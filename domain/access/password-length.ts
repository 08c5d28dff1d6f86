/** Length matters more than complexity: a few words in a row are fine. */
export const shortestPassword = 15

/** Far more than anyone types. A longer one is rejected and never cut: the rest of it would not count. */
export const longestPassword = 256
