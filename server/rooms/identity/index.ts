import type { JWK } from 'jose'
import type Provider from 'oidc-provider'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Authenticate } from '#server/platform/http/caller'
import type { MountPages } from '#server/platform/http/server'
import type { Served } from '#server/platform/http/serve'
import type { Accounts, EmailChanges } from '#server/rooms/users/index'
import { accountsOf } from './accounts.ts'
import { confirmPassword, requestEmailChange } from './email-change.ts'
import { endOverdueImpersonations } from './end-impersonations.ts'
import { createTokens } from './tokens.ts'
import { impersonationRoutes } from './routes/impersonation.ts'
import { loadKeys, rotateKeys } from './keys.ts'
import { mountIdentityPages, type PageDeps } from './routes/pages.ts'
import { createProvider } from './provider.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { deleteSignInEventsBefore } from './store/sign-ins.ts'
import { accountRoutes } from './routes/calls.ts'
import { forgetFailuresBefore } from './store/accounts.ts'
import { deleteExpiredRecords } from './store/sessions.ts'
import { dayMs, later } from '#server/platform/clock'

export { hashPassword } from './passwords.ts'
export { findWithPassword, savePasswordHash } from './store/accounts.ts'
export { endSessionsFromProvider } from './store/sessions.ts'
export type { SignOnChoice, SignOnOutcome, SingleSignOn } from './single-sign-on.ts'
export { identityPath } from './provider.ts'
export { rotateKeys, sealedBefore } from './keys.ts'
export { deleteSecondFactor } from './store/second-factors.ts'
export { makeLink, sendInvitation } from './account-links.ts'
export { hasPassword, signOutEverywhere } from './sign-out.ts'
export type { SignInView } from './pages.ts'

export interface IdentityDeps extends Omit<PageDeps, 'provider'> {
  readonly changes: Changes<Facts>
}

export interface Identity {
  readonly accounts: Accounts
  readonly emailChanges: EmailChanges
  readonly authenticate: Authenticate
  readonly routes: readonly Served[]
  readonly pages: MountPages
  /** Loads keys that another process created, and creates a new one when due. */
  keepKeys(): Promise<void>
  tidyUp(): Promise<void>
  /** Records the end of impersonations that expired. */
  endOverdueImpersonations(): Promise<void>
}

/** As long as a browser keeps anything: a phone on which the page is never opened still gets push messages. */
const sessionsKeptMs = 400 * dayMs

/** For the list on a person's profile; the audit log keeps them longer. */
const signInsKeptMs = 90 * dayMs

const publicOf = ({ kty, crv, x, y, kid, alg, use }: JWK): JWK => ({ kty, crv, x, y, kid, alg, use }) as JWK

/** Identity: signing in, passwords, tokens, and impersonation by support staff. */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const { db, clock, secrets, bus, changes } = deps
  let provider: Provider
  let publicKeys: JWK[] = []

  // The provider's keys are fixed at creation: new keys require a new provider.
  async function takeUpKeys() {
    const keys = await loadKeys(db, secrets)
    if (keys.length > 0 && keys.map(key => key.kid).join() === publicKeys.map(key => key.kid).join()) return
    provider = createProvider(deps, keys)
    publicKeys = keys.map(publicOf)
  }
  async function keepKeys() {
    await rotateKeys(db, secrets, clock.now())
    await takeUpKeys()
  }
  await keepKeys()

  const tokens = createTokens({
    db,
    baseUrl: deps.baseUrl,
    publicKeys: () => publicKeys,
    refreshKeys: takeUpKeys,
  })
  changes.subscribe('person changed', () => tokens.forget())

  const withProvider = { ...deps, provider: () => provider }
  return {
    accounts: accountsOf(deps),
    emailChanges: {
      confirmPassword: (userId, password, now) => confirmPassword(deps, userId, password, now),
      async request(row, newEmail, act, now) {
        await requestEmailChange(deps, row, newEmail, act, now)
        bus.publish('outbox-filled', {})
      },
    },
    authenticate: tokens.authenticate,
    routes: [
      ...accountRoutes(deps),
      ...sessionRoutes({ db, tokens }),
      ...secondFactorRoutes({ ...deps, tokens }),
      ...impersonationRoutes({ ...withProvider, tokens }),
    ],
    pages: mountIdentityPages(withProvider),
    keepKeys,
    async tidyUp() {
      const now = clock.now()
      await deleteExpiredRecords(db, now, later(now, -sessionsKeptMs))
      await forgetFailuresBefore(db, later(now, -dayMs))
      await deleteSignInEventsBefore(db, later(now, -signInsKeptMs))
    },
    endOverdueImpersonations: () => endOverdueImpersonations(db, clock.now()),
  }
}
