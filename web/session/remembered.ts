import { pathToRemember, safePath } from './redirect-path.ts'

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
  /** This tab's impersonation id, so a reload can resume it. Useless to anyone else. */
  saveActing: (impersonationId: string) => sessionStorage.setItem(keys.acting, impersonationId),
  acting: () => sessionStorage.getItem(keys.acting),
  clearActing: () => sessionStorage.removeItem(keys.acting),
}

function take(key: string): string | null {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value
}
