import type { JWK } from 'jose'
import type Provider from 'oidc-provider'
import { retentionRules } from '#domain/privacy/retention'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Authenticate } from '#server/platform/http/caller'
import type { MountPages } from '#server/platform/http/server'
import type { Served } from '#server/platform/http/serve'
import type { Accounts, EmailChanges } from '#server/rooms/users/index'
import { accountsOf } from './accounts.ts'
import { confirmPassword } from './current-password.ts'
import { requestEmailChange } from './email-change.ts'
import { endOverdueImpersonations } from './end-impersonations.ts'
import { createTokens } from './tokens.ts'
import { impersonationRoutes } from './routes/impersonation.ts'
import { loadKeys, rotateKeys } from './keys.ts'
import { mountIdentityPages, type PageDeps } from './routes/pages.ts'
import { createProvider } from './provider.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { deleteMailBefore } from './store/account-mail.ts'
import { deleteExpiredChallenges } from './store/passkeys.ts'
import { deleteAdditionsBefore } from './store/second-factors.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { deleteSignInEventsBefore } from './store/sign-ins.ts'
import { accountRoutes } from './routes/calls.ts'
import { forgetFailuresBefore } from './store/accounts.ts'
import { deleteEndedSessions, deleteExpiredRecords } from './store/sessions.ts'
import { dayMs, hourMs, later } from '#server/platform/clock'

export { confirmOwner } from './confirm-owner.ts'
export { identityPersonalData } from './personal-data.ts'
export { hashPassword } from './passwords.ts'
export { findWithPassword, savePasswordHash } from './store/accounts.ts'
export { endSessionsFromProvider } from './store/sessions.ts'
export type { InsteadOfPassword, SignOnChoice, SignOnOutcome, SingleSignOn } from './single-sign-on.ts'
export { identityPath } from './provider.ts'
export { rotateKeys, sealedBefore } from './keys.ts'
export { removeSecondFactor } from './remove-second-factor.ts'
export { makeLink, sendInvitation } from './account-links.ts'
export { rightsOfTokenOwner } from './rights.ts'
export { hasPassword, signOutEverywhere } from './sign-out.ts'
export type { SignInView } from './sign-in-page.ts'

export interface IdentityDeps extends Omit<PageDeps, 'provider'> {
  readonly changes: Changes<Facts>
}

export interface Identity {
  readonly accounts: Accounts
  readonly emailChanges: EmailChanges
  readonly authenticate: Authenticate
  readonly routes: readonly Served[]
  readonly pages: MountPages
  /** Loads keys that another process created, and creates a new key when one is due. */
  keepKeys(): Promise<void>
  tidyUp(): Promise<void>
  /** Records the end of impersonations that expired. */
  endOverdueImpersonations(): Promise<void>
}

/**
 * As long as browsers keep cookies, because a phone keeps getting push messages even if no one opens the page on it.
 */
const sessionsKeptMs = 400 * dayMs

/** The retention for the list on a person's profile; the audit log keeps sign-ins longer. */
const signInsKeptMs = retentionRules.signIns.usualDays * dayMs

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
    clock,
  })
  changes.subscribe('person changed', () => tokens.forget())

  const withProvider = { ...deps, provider: () => provider }
  const factorDeps = { ...deps, tokens, party: relyingPartyOf(deps.baseUrl) }
  return {
    accounts: accountsOf(deps),
    emailChanges: {
      confirmPassword: (userId, typed, now) => confirmPassword(db, userId, typed, now),
      async request(row, wanted, act, now) {
        await requestEmailChange(deps, row, wanted, act, now)
        bus.publish('outbox-filled', {})
      },
    },
    authenticate: tokens.authenticate,
    routes: [
      ...accountRoutes(deps),
      ...sessionRoutes({ db, tokens, changes }),
      ...secondFactorRoutes(factorDeps),
      ...passkeyRoutes(factorDeps),
      ...impersonationRoutes({ ...withProvider, tokens }),
    ],
    pages: mountIdentityPages(withProvider),
    keepKeys,
    async tidyUp() {
      const now = clock.now()
      await deleteExpiredRecords(db, now, later(now, -sessionsKeptMs))
      await deleteEndedSessions(db)
      await forgetFailuresBefore(db, later(now, -dayMs))
      await deleteExpiredChallenges(db, now)
      await deleteAdditionsBefore(db, later(now, -hourMs))
      await deleteMailBefore(db, later(now, -hourMs))
      await deleteSignInEventsBefore(db, later(now, -signInsKeptMs))
    },
    endOverdueImpersonations: () => endOverdueImpersonations(db, clock.now()),
  }
}
