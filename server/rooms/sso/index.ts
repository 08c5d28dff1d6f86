import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, later, type Clock } from '#server/platform/clock'
import type { MountPages } from '#server/platform/http/server'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Outside } from '#server/platform/outside/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { endSessionsFromProvider, type SingleSignOn } from '#server/rooms/identity/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import type { ResolveTxt } from './domains.ts'
import { createOidcClient } from './oidc.ts'
import { mountSsoPages } from './routes/pages.ts'
import type { GoogleClient } from './providers.ts'
import { refreshDaily } from './refresh-metadata.ts'
import { ssoRoutes } from './routes/calls.ts'
import { createSignOn } from './sign-on.ts'
import { listOutlived } from './store/configs.ts'
import { forgetOld } from './store/visits.ts'

export { ssoPersonalData } from './personal-data.ts'
export type { ResolveTxt } from './domains.ts'
export { resolveTxt } from './domains.ts'

export interface SsoDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly changes: Changes<Facts>
  readonly secrets: Secrets
  readonly outside: Outside
  readonly queueEmail: QueueEmail
  readonly baseUrl: string
  readonly google: GoogleClient | undefined
  readonly resolveTxt: ResolveTxt
}

export interface Sso {
  readonly singleSignOn: SingleSignOn
  readonly routes: readonly Served[]
  readonly pages: MountPages
  /** Rereads old metadata, and notifies administrators of expiring certificates. */
  refreshMetadata(): Promise<void>
  /** Ends sessions from removed providers and domains that began during the removal. */
  endOutlived(): Promise<void>
  tidyUp(): Promise<void>
}

const attemptsKeptMs = 30 * dayMs

/** Signing in with an organization's own identity provider. */
export function createSso(deps: SsoDeps): Sso {
  const { db, clock } = deps
  const oidc = createOidcClient(deps)
  const signOn = createSignOn({ ...deps, oidc })
  return {
    singleSignOn: signOn,
    routes: ssoRoutes({ ...deps, oidc }),
    pages: mountSsoPages({ ...deps, signOn }),
    refreshMetadata: () => refreshDaily(deps, clock.now()),
    async endOutlived() {
      const outlived = await listOutlived(db, 'system')
      if (outlived.length > 0) await db.transaction().execute(tx => endSessionsFromProvider(tx, outlived))
    },
    tidyUp: () => forgetOld(db, 'system', clock.now(), later(clock.now(), -attemptsKeptMs)),
  }
}
