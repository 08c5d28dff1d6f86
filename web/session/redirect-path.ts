const returnPages = /^\/(callback|silentrenew|impersonation)\/?(?=[?#]|$)/i

/** A path to return to after sign-in. Pages that complete a sign-in are excluded. */
export function pathToRemember(path: string): string | undefined {
  return returnPages.test(path) ? undefined : safePath(path)
}

/** Accepts only a path on this site: one leading slash, no second one in a row, no backslash, no control character. */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.includes('//')) return undefined
  return /[\\\p{Cc}]/u.test(path) ? undefined : path
}
