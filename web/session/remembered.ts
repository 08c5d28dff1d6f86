const returnPages = /^\/(callback|silentrenew|impersonation)\/?(?=[?#]|$)/i

/** Returns a path to return to after sign-in. Pages that complete a sign-in are excluded. */
export function pathToRemember(path: string): string | undefined {
  return returnPages.test(path) ? undefined : safePath(path)
}

/** Accepts only a path on this site: one leading slash, no second one in a row, no backslash, no control character. */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.includes('//')) return undefined
  return /[\\\p{Cc}]/u.test(path) ? undefined : path
}

const keys = {
  redirect: 'auth:redirect',
  hardLogin: 'auth:needs-hard-login',
  verifier: 'auth:impersonation-verifier',
  acting: 'auth:impersonation',
} as const

/** State that must survive a redirect to the sign-in page. Never a token. */
export const remembered = {
  savePath(path: string): void {
    const worthSaving = pathToRemember(path)
    if (worthSaving) sessionStorage.setItem(keys.redirect, worthSaving)
  },
  takePath(): string {
    return safePath(take(keys.redirect)) ?? '/'
  },
  needsHardLogin: () => sessionStorage.getItem(keys.hardLogin) === 'true',
  requireHardLogin: () => sessionStorage.setItem(keys.hardLogin, 'true'),
  clearHardLogin: () => sessionStorage.removeItem(keys.hardLogin),
  saveVerifier: (verifier: string) => sessionStorage.setItem(keys.verifier, verifier),
  takeVerifier: () => take(keys.verifier),
  /** This tab's impersonation id, so that a reload can resume the impersonation. Useless to anyone else. */
  saveActing: (impersonationId: string) => sessionStorage.setItem(keys.acting, impersonationId),
  acting: () => sessionStorage.getItem(keys.acting),
  clearActing: () => sessionStorage.removeItem(keys.acting),
}

function take(key: string): string | null {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value
}
