import { measuredMs } from '#domain/conditions/held'
import type { DoubtInput } from '#domain/instruments/doubts'
import { minuteMs } from '#server/platform/clock'
import type { KnownStation, StationBook } from '#server/rooms/stations/index'
import type { InstrumentRow } from './store/instruments.ts'

/** Beyond this distance, or at a different elevation, different weather does not indicate a fault. */
const nearMiles = 15
const sameHeightFeet = 1000
const freshMs = 75 * minuteMs
const lookAgainMs = 10 * minuteMs

/** The nearest station to each instrument that may be compared with it: an airport, or one of the customer's own. */
export class Neighbors {
  readonly #book: Pick<StationBook, 'speakersFor'>
  readonly #chosen = new Map<
    number,
    { readonly stations: readonly KnownStation[]; readonly untilMs: number }
  >()

  constructor(book: Pick<StationBook, 'speakersFor'>) {
    this.#book = book
  }

  forget(instrumentId: number) {
    this.#chosen.delete(instrumentId)
  }

  of(instrument: InstrumentRow, nowMs: number): DoubtInput['neighbor'] {
    let chosen = this.#chosen.get(instrument.id)
    if (!chosen || chosen.untilMs <= nowMs) {
      chosen = { stations: this.#near(instrument), untilMs: nowMs + lookAgainMs }
      this.#chosen.set(instrument.id, chosen)
    }
    for (const { held } of chosen.stations) {
      if (!held || held.measures.temperatureF === null) continue
      if (nowMs - measuredMs(held, 'temperatureF') > freshMs) continue
      const { temperatureF, windMph } = held.measures
      return { temperatureF, ...(windMph !== null && { windMph }) }
    }
    return null
  }

  #near(instrument: InstrumentRow): KnownStation[] {
    return this.#book
      .speakersFor(instrument, instrument.customer_id)
      .filter(({ station, miles }) => {
        const { id, elevation_feet: feet } = station.row
        const isSameHeight =
          feet === null ||
          instrument.elevation_feet === null ||
          Math.abs(feet - instrument.elevation_feet) <= sameHeightFeet
        return id !== instrument.station_id && miles <= nearMiles && isSameHeight
      })
      .map(({ station }) => station)
      .slice(0, 5)
  }
}
