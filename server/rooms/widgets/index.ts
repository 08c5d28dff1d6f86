import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, later, type Clock } from '#server/platform/clock'
import type { LightPages } from '#server/platform/http/light-pages'
import type { MountPages } from '#server/platform/http/server'
import type { Served } from '#server/platform/http/serve'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import { ringInputs } from '#server/rooms/lightning/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { Embeds, type EmbedsDeps, type PlaceWeather } from './embeds.ts'
import { mountWidgetPage } from './pages.ts'
import type { WidgetRegister } from './register.ts'
import { widgetRoutes, type WidgetRouteDeps } from './routes.ts'
import { deleteSharesBefore } from './store.ts'

export { widgetsPersonalData } from './personal-data.ts'
export { WidgetRegister } from './register.ts'
export type { PlaceWeather } from './embeds.ts'

export interface WidgetsDeps extends Pick<WidgetRouteDeps, 'isStationOf' | 'stationsOf'> {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leaderSchedule: Schedule
  readonly register: WidgetRegister
  readonly places: EmbedsDeps['places']
  readonly weather: PlaceWeather
  readonly isSimulated: boolean
  readonly queueEmail: QueueEmail
  readonly baseUrl: string
  readonly lightPages: LightPages
}

const sharesKeptMs = 30 * dayMs

/** Weather on other sites: built here, and shown to every visitor. */
export function createWidgets(deps: WidgetsDeps): {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
} {
  const { db, clock, changes, register, lightPages } = deps
  const embeds = new Embeds({ ...deps, build: lightPages.build })
  // Widgets show nothing that is edited besides their own settings and rings.
  changes.subscribeToBatches(ringInputs, () => embeds.forgetAll())
  deps.leaderSchedule.every('widget share retention', dayMs, () =>
    deleteSharesBefore(db, 'system', later(clock.now(), -sharesKeptMs)),
  )
  return {
    routes: widgetRoutes({ ...deps, embeds, policiesOf: row => register.policiesOf(row) }),
    pages: [mountWidgetPage(register, lightPages)],
  }
}
