import { pathToRemember, safePath } from './redirect-path.ts'

const keys = {
  redirect: 'auth:redirect',
  hardLogin: 'auth:needs-hard-login',
  verifier: 'auth:impersonation-verifier',
  acting: 'auth:impersonation',
} as const

/** What must outlive a redirect to the sign-in page. Never a token. */
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
  /** Which impersonation this tab is in, so that a reload can take it up: worth nothing to anybody else. */
  saveActing: (impersonationId: string) => sessionStorage.setItem(keys.acting, impersonationId),
  acting: () => sessionStorage.getItem(keys.acting),
  clearActing: () => sessionStorage.removeItem(keys.acting),
}

function take(key: string): string | null {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value
}
