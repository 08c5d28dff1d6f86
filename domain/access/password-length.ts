/** Length matters more than complexity: a few words in a row are fine. */
export const shortestPassword = 15
