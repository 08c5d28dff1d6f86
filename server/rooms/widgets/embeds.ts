import type { EmbedData } from '#contract/widgets'
import type { PresentWeather } from '#domain/forecasts/agreed'
import type { ExpectedWeather } from '#domain/forecasts/expected'
import type { RingState } from '#domain/lightning/ring'
import { zones } from '#domain/lightning/ring-rules'
import { leftOfLease } from '#domain/widgets/shown-state'
import type { Clock } from '#server/platform/clock'
import { secondMs } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { leaseMs, widgetPostOf } from '#server/rooms/lightning/index'
import type { LocationRings } from '#server/rooms/locations/index'
import type { ShownValues } from '#server/rooms/conditions/index'
import {
  embeddedForecasts,
  embeddedRings,
  embeddedWeather,
  radarView,
  type KnownValues,
} from './embed-data.ts'
import { ringsByPolicies, type KnownWidget, type WidgetLook, type WidgetRegister } from './register.ts'

type CustomerPoint = KnownWidget['point']

/** What other rooms know of a place. */
export interface PlaceWeather {
  readonly ringState: (postId: number, zone: 1 | 2 | 3 | 4) => RingState | undefined
  readonly statesAt: (rings: LocationRings) => readonly (RingState | undefined)[]
  readonly valuesAt: (
    point: CustomerPoint,
    nowMs: number,
    stationId: number | null,
  ) => ShownValues & KnownValues
  readonly presentAt: (point: CustomerPoint, nowMs: number) => Omit<PresentWeather, 'isThundering'>
  readonly outlookAt: (
    point: CustomerPoint,
    nowMs: number,
    present: PresentWeather,
  ) => Promise<ExpectedWeather | undefined>
  readonly stationName: (stationId: number) => string | null
  readonly imageOf: (stationId: number, now: Date) => EmbedData['image']
  readonly newestRadar: (now: Date) => { readonly url: string; readonly validMs: number } | undefined
}

export interface EmbedsDeps {
  readonly clock: Clock
  readonly register: Pick<WidgetRegister, 'policiesOf' | 'post'>
  readonly weather: PlaceWeather
  readonly isSimulated: boolean
  readonly build: string
}

/** How long an answer is given again; a page asks every few seconds, and hundreds do at once. */
const keptMs = secondMs
/** How long the weather of an answer is kept. It is measured every few minutes. */
const weatherKeptMs = 20 * secondMs
/** Weather that is older is waited for; until then, the one that is there is better than nobody's. */
const weatherWaitedForMs = 10 * 60 * secondMs

type Weather = Omit<EmbedData, 'asOf' | 'validForMs' | 'rings'>

interface Kept<Value> {
  readonly version: number
  readonly madeMs: number
  readonly value: Value
}

/** What widgets show. Lightning is looked at anew for each answer, or at most a second old, and its lease with it. */
export class Embeds {
  readonly #deps: EmbedsDeps
  readonly #answers = new Map<number, Kept<EmbedData>>()
  readonly #weather = new Map<number, Kept<Weather>>()
  readonly #underWay = new Map<number, Promise<Weather>>()

  constructor(deps: EmbedsDeps) {
    this.#deps = deps
  }

  /** Of rings that have changed nothing is told twice. */
  ringsChanged(postIds: readonly number[]) {
    for (const id of postIds) this.#answers.delete(id - widgetPostOf(0))
  }

  forgetAll() {
    this.#answers.clear()
    this.#weather.clear()
  }

  async dataOf(known: KnownWidget): Promise<EmbedData> {
    const { clock } = this.#deps
    const { id, version } = known.row
    const kept = this.#answers.get(id)
    const nowMs = clock.monotonicMs()
    if (kept?.version === version && nowMs - kept.madeMs < keptMs)
      return { ...kept.value, validForMs: leftOfLease(leaseMs, kept.madeMs, nowMs) }
    const weather = await this.#weatherOf(known)
    // After the weather, which may have been waited for: what is said of lightning is of now.
    const postId = widgetPostOf(id)
    const rings = this.#deps.register.post(postId)
    const states = zones.map(zone => this.#deps.weather.ringState(postId, zone))
    const madeMs = clock.monotonicMs()
    const value = this.#answer(weather, rings, states)
    this.#answers.set(id, { version, madeMs, value })
    return value
  }

  /** The same for settings that nobody has saved yet. */
  async previewOf(look: WidgetLook): Promise<EmbedData> {
    const { register, weather } = this.#deps
    const point = { customerId: look.customer_id, latitude: look.latitude, longitude: look.longitude }
    const made = await this.#makeWeather(look, point, timeZoneAt(look))
    const rings = ringsByPolicies(widgetPostOf(0), look, register.policiesOf(look))
    return this.#answer(made, rings, rings ? weather.statesAt(rings) : [])
  }

  #answer(
    weather: Weather,
    rings: LocationRings | undefined,
    states: readonly (RingState | undefined)[],
  ): EmbedData {
    const asOf = this.#deps.clock.now().toISOString()
    return { ...weather, asOf, validForMs: leaseMs, rings: embeddedRings(rings, states) }
  }

  async #weatherOf(known: KnownWidget): Promise<Weather> {
    const { row, point, timeZone } = known
    const kept = this.#weather.get(row.id)
    const ageMs = this.#deps.clock.monotonicMs() - (kept?.madeMs ?? -Infinity)
    const isOurs = kept?.version === row.version
    if (kept && isOurs && ageMs < weatherKeptMs) return kept.value
    let making = this.#underWay.get(row.id)
    if (!making) {
      making = this.#makeWeather(row, point, timeZone).finally(() => this.#underWay.delete(row.id))
      this.#underWay.set(row.id, making)
      making.then(
        value => {
          const madeMs = this.#deps.clock.monotonicMs()
          this.#weather.set(row.id, { version: row.version, madeMs, value })
        },
        () => {}, // told to whoever waits
      )
    }
    return kept && isOurs && ageMs < weatherWaitedForMs ? kept.value : making
  }

  async #makeWeather(look: WidgetLook, point: CustomerPoint, timeZone: string): Promise<Weather> {
    const { clock, register, weather, isSimulated, build } = this.#deps
    const now = clock.now()
    const nowMs = now.getTime()
    const policies = register.policiesOf(look)
    const wantsForecast = look.forecasts.some(({ conditionType }) => conditionType >= 0)
    const present = { ...weather.presentAt(point, nowMs), isThundering: false }
    const outlook = wantsForecast ? await weather.outlookAt(point, nowMs, present) : undefined
    const rings = ringsByPolicies(0, look, policies)
    return {
      ...embeddedWeather(look, weather.valuesAt(point, nowMs, look.station_id), policies, nowMs),
      timeZone,
      stationName: look.station_id === null ? null : weather.stationName(look.station_id),
      forecasts: embeddedForecasts(look, outlook),
      image: look.type === 1 && look.station_id !== null ? weather.imageOf(look.station_id, now) : null,
      radar: look.type === 2 ? radarView(look, rings?.radiiMiles ?? [], weather.newestRadar(now)) : null,
      isSimulated,
      build,
    }
  }
}
