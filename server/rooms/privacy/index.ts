import type { Facts } from '#server/facts'
import { dayMs, later, type Clock } from '#server/platform/clock'
import type { Closing } from '#server/platform/http/closing'
import type { Served } from '#server/platform/http/serve'
import type { Leadership } from '#server/platform/leadership/index'
import type { Schedule } from '#server/platform/schedule'
import { deleteByChoice, everyHourOfTerm, forgetStrays, dueCheckMs } from './engine.ts'
import { privacyRoutes, type PrivacyRouteDeps } from './routes.ts'
import { deleteDownloadsBefore } from './store.ts'

export interface PrivacyDeps extends PrivacyRouteDeps {
  readonly clock: Clock
  readonly closing: Pick<Closing, 'hasBegun'>
  readonly leadership: Pick<Leadership<Facts>, 'term'>
  readonly leaderSchedule: Pick<Schedule, 'every'>
}

/** Data stored about people: each person's file, and how long an organization keeps the data. */
export function createPrivacy(deps: PrivacyDeps): { readonly routes: readonly Served[] } {
  const { db, clock, parts, closing, leaderSchedule } = deps
  const { term } = deps.leadership
  // The next leader continues where this one stops.
  const mayGoOn = () => !closing.hasBegun() && term() !== null
  const hourly = (name: string, work: () => Promise<void>) =>
    leaderSchedule.every(name, dueCheckMs, everyHourOfTerm({ clock, term }, work))

  hourly('personal data retention', async () => {
    await deleteByChoice(db, parts, { mayGoOn })
    await deleteDownloadsBefore(db, 'system', later(clock.now(), -dayMs))
  })
  hourly('data of deleted people', () => forgetStrays(db, parts, { mayGoOn }))
  return { routes: privacyRoutes(deps) }
}
