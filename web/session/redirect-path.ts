const returnPages = /^\/(callback|silentrenew|impersonation)\/?(?=[?#]|$)/i

/** A path to come back to after sign-in; the pages that complete a sign-in are none. */
export function pathToRemember(path: string): string | undefined {
  return returnPages.test(path) ? undefined : safePath(path)
}

/** Only a path of our own: one leading slash, no second one in a row, no backslash, no control character. */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.includes('//')) return undefined
  return /[\\\p{Cc}]/u.test(path) ? undefined : path
}
