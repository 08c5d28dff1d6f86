import type { EmbedData } from '#contract/messages/widgets'
import type { PresentWeather } from '#domain/forecasts/agreed'
import type { ExpectedWeather } from '#domain/forecasts/expected'
import type { RingState } from '#domain/lightning/ring'
import { zones } from '#domain/lightning/ring-rules'
import type { Clock } from '#server/platform/clock'
import { secondMs } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { leaseMs, placeRingId } from '#server/rooms/lightning/index'
import type { ShownValues } from '#server/rooms/conditions/index'
import type { Radar } from '#server/rooms/radar/index'
import {
  embeddedForecasts,
  embeddedRings,
  embeddedWeather,
  radarAround,
  type KnownValues,
} from './embed-data.ts'
import type { PlaceRegister } from '#server/rooms/policies/index'
import type { KnownWidget, WidgetLook, WidgetRegister } from './register.ts'

type CustomerPoint = KnownWidget['point']

/** What other rooms provide about a place. */
export interface PlaceWeather {
  readonly ringState: (postId: number, zone: 1 | 2 | 3 | 4) => RingState | undefined
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
  readonly newestRadar: Radar['newestPicture']
}

export interface EmbedsDeps {
  readonly clock: Clock
  readonly register: Pick<WidgetRegister, 'policiesOf'>
  readonly places: Pick<PlaceRegister, 'ringsOf'>
  readonly weather: PlaceWeather
  readonly isSimulated: boolean
  readonly build: string
}

/** How long a response's weather is cached. Weather is measured every few minutes. */
const weatherKeptMs = 20 * secondMs
/**
 * If cached weather is older than this, callers wait for new weather; until then, the cached one is better than none.
 */
const weatherWaitedForMs = 10 * 60 * secondMs

type Weather = Omit<EmbedData, 'asOf' | 'validForMs' | 'rings'>

/** A cached value for one version of a widget: the register creates a new object for each edit. */
interface Kept<Value> {
  readonly of: KnownWidget
  readonly edition: number
  readonly madeMs: number
  readonly value: Value
}

/**
 * What widgets show. Weather is cached for a few seconds, because hundreds of visitors request it at the same time;
 * lightning is evaluated for each response.
 */
export class Embeds {
  readonly #deps: EmbedsDeps
  readonly #weather = new Map<number, Kept<Weather>>()
  readonly #underWay = new Map<number, Omit<Kept<Promise<Weather>>, 'madeMs'>>()
  /** Counts edits to what widgets show, so that a result that was begun before an edit is not cached. */
  #edition = 0

  constructor(deps: EmbedsDeps) {
    this.#deps = deps
  }

  forgetAll() {
    this.#edition++
    this.#weather.clear()
  }

  async dataOf(known: KnownWidget): Promise<EmbedData> {
    const weather = await this.#weatherOf(known)
    // Read after the weather, which may have been awaited, because the lightning state must be current.
    return this.#answer(weather, known.row)
  }

  #isOf({ of, edition }: Pick<Kept<unknown>, 'of' | 'edition'>, known: KnownWidget): boolean {
    return of === known && edition === this.#edition
  }

  /** Returns the data for settings that are not saved yet. */
  async previewOf(look: WidgetLook): Promise<EmbedData> {
    const point = { customerId: look.customer_id, latitude: look.latitude, longitude: look.longitude }
    const made = await this.#makeWeather(look, point, timeZoneAt(look))
    return this.#answer(made, look)
  }

  #answer(made: Weather, { organization_location_id: place }: WidgetLook): EmbedData {
    const { clock, places, weather } = this.#deps
    const rings = places.ringsOf(place)
    const states = zones.map(zone => weather.ringState(placeRingId(place), zone))
    return {
      ...made,
      asOf: clock.now().toISOString(),
      validForMs: leaseMs,
      rings: rings ? embeddedRings(rings, states) : [],
    }
  }

  async #weatherOf(known: KnownWidget): Promise<Weather> {
    const { row, point, timeZone } = known
    const kept = this.#weather.get(row.id)
    const ageMs = this.#deps.clock.monotonicMs() - (kept?.madeMs ?? -Infinity)
    const isOurs = kept !== undefined && this.#isOf(kept, known)
    if (isOurs && ageMs < weatherKeptMs) return kept.value
    const making = this.#underWay.get(row.id)
    const made =
      making && this.#isOf(making, known) ? making.value : this.#beginWeather(known, point, timeZone)
    return isOurs && ageMs < weatherWaitedForMs ? kept.value : made
  }

  /** Shared by all concurrent callers. */
  #beginWeather(known: KnownWidget, point: CustomerPoint, timeZone: string): Promise<Weather> {
    const { id } = known.row
    const begun = { of: known, edition: this.#edition, value: this.#makeWeather(known.row, point, timeZone) }
    this.#underWay.set(id, begun)
    const end = () => {
      if (this.#underWay.get(id) === begun) this.#underWay.delete(id)
    }
    begun.value.then(value => {
      end()
      this.#weather.set(id, { ...begun, madeMs: this.#deps.clock.monotonicMs(), value })
    }, end) // waiting callers get the error
    return begun.value
  }

  async #makeWeather(look: WidgetLook, point: CustomerPoint, timeZone: string): Promise<Weather> {
    const { clock, register, places, weather, isSimulated, build } = this.#deps
    const now = clock.now()
    const nowMs = now.getTime()
    const policies = register.policiesOf(look)
    const wantsForecast = look.forecasts.some(({ conditionType }) => conditionType >= 0)
    const present = { ...weather.presentAt(point, nowMs), isThundering: false }
    const outlook = wantsForecast ? await weather.outlookAt(point, nowMs, present) : undefined
    const rings = places.ringsOf(look.organization_location_id)
    return {
      ...embeddedWeather(look, weather.valuesAt(point, nowMs, look.station_id), policies, nowMs),
      timeZone,
      stationName: look.station_id === null ? null : weather.stationName(look.station_id),
      forecasts: embeddedForecasts(look, outlook),
      image: look.type === 1 && look.station_id !== null ? weather.imageOf(look.station_id, now) : null,
      radar:
        look.type === 2
          ? radarAround(look, rings?.radii ?? [], view => weather.newestRadar(view, now))
          : null,
      isSimulated,
      build,
    }
  }
}
