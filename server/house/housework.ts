import { hourMs, minuteMs } from '#server/platform/clock'
import type { createOnce } from '#server/platform/once/index'
import type { Schedule } from '#server/platform/schedule'
import type { ChainAnchors } from '#server/house/chain-anchors'
import type { createApiTokens } from '#server/rooms/api-tokens/index'
import type { createIdentity } from '#server/rooms/identity/index'
import type { createSso } from '#server/rooms/sso/index'

export interface HouseworkDeps {
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  readonly identity: Awaited<ReturnType<typeof createIdentity>>
  readonly apiTokens: ReturnType<typeof createApiTokens>
  readonly sso: ReturnType<typeof createSso>
  readonly once: Pick<ReturnType<typeof createOnce>, 'tidyUp'>
  readonly anchors: ChainAnchors
}

/** Schedules the background work for accounts and for the server itself. */
export function scheduleHousework(deps: HouseworkDeps): void {
  const { schedule, leaderSchedule, identity, apiTokens, sso, once, anchors } = deps
  schedule.every('signing keys', minuteMs, identity.keepKeys)
  leaderSchedule.every('identity tidy-up', hourMs, identity.tidyUp)
  leaderSchedule.every('API token retention', hourMs, apiTokens.tidyUp)
  leaderSchedule.every('impersonations', minuteMs, identity.endOverdueImpersonations)
  leaderSchedule.every('single sign-on metadata', 10 * minuteMs, sso.refreshMetadata)
  leaderSchedule.every('single sign-on sessions', minuteMs, sso.endOutlived)
  leaderSchedule.every('single sign-on tidy-up', hourMs, sso.tidyUp)
  leaderSchedule.every('chain anchors', hourMs, anchors.anchor)
  leaderSchedule.every('idempotency key retention', hourMs, once.tidyUp)
}
