import type { Facts } from '#server/facts'
import { consumeFacts, type Changes } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import { whileLeading, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { AskOutside } from '#server/platform/outside/index'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import type { NotifyAdmins } from '#server/rooms/integrations/notify-admins'
import { createFiringDispatch } from './engine.ts'
import { endPastOccasions, fireOfFacts } from './fire.ts'
import { deleteFiringsBefore } from './store/firings.ts'
import { createInformacastProvider } from './provider.ts'
import { informacastRoutes } from './routes.ts'

export interface InformacastDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly changes: Pick<Changes<Facts>, 'subscribe'>
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly leaderSchedule: Schedule
  readonly locations: Pick<LocationRegister, 'find' | 'standingFor'>
  readonly notifyAdmins: NotifyAdmins
  readonly baseUrl: string
  /** The provider's URL and how to call it; the simulated one answers in process. */
  readonly informacast: { readonly url: string; readonly ask: AskOutside; readonly simulated: boolean }
}

export interface Informacast {
  readonly routes: readonly Served[]
  stop(): Promise<void>
}

const factsThatFire = ['warning opened', 'warning changed', 'warning ended'] as const
const logKeptMs = 365 * dayMs

/** Triggers Singlewire InformaCast scenarios when a group's policies are breached at a place. */
export function createInformacast(deps: InformacastDeps): Informacast {
  const { db, clock, log, leadership, leaderSchedule, changes } = deps
  const provider = createInformacastProvider(deps.informacast.url, deps.informacast.ask)
  const dispatch = createFiringDispatch({ ...deps, provider, chance: Math.random })

  leaderSchedule.every('scenario triggers', secondMs, () =>
    whileLeading(async () => {
      let fired = 0
      await consumeFacts<Facts>({
        reader: 'scenario triggers',
        clock,
        log,
        keep: leadership.commit,
        act: async (tx, facts) => void (fired += await fireOfFacts(tx, facts, deps, clock.now())),
      })
      if (fired > 0) leaderSchedule.nudge('scenarios')
    }),
  )
  for (const kind of factsThatFire) changes.subscribe(kind, () => leaderSchedule.nudge('scenario triggers'))
  leaderSchedule.every('scenarios', secondMs, () => whileLeading(() => dispatch.fill()))
  leaderSchedule.every('past occasions', minuteMs / 2, () =>
    whileLeading(() => leadership.commit(tx => endPastOccasions(tx, deps, clock.now()))),
  )
  leaderSchedule.every('scenario log retention', dayMs, () =>
    deleteFiringsBefore(db, 'system', later(clock.now(), -logKeptMs)),
  )

  return {
    routes: informacastRoutes({ ...deps, provider, simulated: deps.informacast.simulated }),
    stop: () => dispatch.stop(),
  }
}
