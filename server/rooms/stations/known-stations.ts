import { speakersFor, reachMiles, type Near } from '#domain/conditions/choose'
import type { CorrectedRain } from '#domain/conditions/corrected-rain'
import type { Held } from '#domain/conditions/held'
import { observe, type Observation } from '#domain/conditions/observation'
import { completeObservation, type CompleteObservation } from '#domain/conditions/policy-values'
import { distanceMiles, type Point } from '#domain/geo/distance'
import { RingIndex } from '#domain/lightning/ring-index'
import { instrumentSource, type StationRow } from './store/stations.ts'

/** A station and its latest observation. */
export interface KnownStation {
  row: StationRow
  held: Held | null
  observation: Observation | null
  /** The observation for policies; null if this station does not report everything they need. */
  word: CompleteObservation | null
  hasHistory: boolean
  correctedRain: CorrectedRain | null
}

/** A station that may report for a place. */
export interface Speaker extends Near {
  readonly station: KnownStation
}

/** Every station in memory: by ID, by its source's name, and by position. */
export class StationBook {
  readonly #byId = new Map<number, KnownStation>()
  readonly #bySource = new Map<string, Map<string, KnownStation>>()
  /** Finds stations near a place in the same way as 30-mile rings near a strike. */
  readonly #index = new RingIndex()
  #version = 0

  /** Changes whenever the stations near any place may have changed. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#byId.size
  }

  find(id: number): KnownStation | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<KnownStation> {
    return this.#byId.values()
  }

  named(source: string, sourceId: string): KnownStation | undefined {
    return this.#bySource.get(source)?.get(sourceId)
  }

  /** Adds or updates a station. */
  set(row: StationRow): KnownStation {
    const known = this.#byId.get(row.id)
    const station = known ?? {
      row,
      held: null,
      observation: null,
      word: null,
      hasHistory: false,
      correctedRain: null,
    }
    if (known && isSame(known.row, row)) return known
    station.row = row
    this.#byId.set(row.id, station)
    const ofSource = this.#bySource.get(row.source) ?? new Map<string, KnownStation>()
    this.#bySource.set(row.source, ofSource.set(row.source_id, station))
    this.#index.set({ key: row.id, latitude: row.latitude, longitude: row.longitude, reachMiles })
    this.#version++
    return station
  }

  /** Stores a station's latest observation. */
  hold(station: KnownStation, held: Held): void {
    const { row } = station
    station.held = held
    station.observation = observe(
      {
        id: `station ${row.id}`,
        network: row.network,
        name: row.name,
        latitude: row.latitude,
        longitude: row.longitude,
        elevationFeet: row.elevation_feet,
        timeZone: row.time_zone,
      },
      held,
    )
    station.word = completeObservation(station.observation)
  }

  /** The nearest station with a known elevation, if there is one near enough to represent a place. */
  nearestElevation(
    place: Point,
  ): { readonly row: StationRow; readonly elevationFeet: number; readonly miles: number } | undefined {
    let nearest: ReturnType<StationBook['nearestElevation']>
    this.#index.match(place.latitude, place.longitude, 0, key => {
      const row = this.#byId.get(key)?.row
      const miles = row && distanceMiles(place, row)
      if (!row || row.elevation_feet === null || miles === undefined || miles === null) return
      if (!nearest || miles < nearest.miles) nearest = { row, elevationFeet: row.elevation_feet, miles }
    })
    return nearest
  }

  /** The stations that may report for a customer's place, in order of preference. */
  speakersFor(place: Point, customerId: number): Speaker[] {
    const near: Speaker[] = []
    this.#index.match(place.latitude, place.longitude, 0, key => {
      const station = this.#byId.get(key)
      const miles = station && distanceMiles(place, station.row)
      if (!station || miles === undefined || miles === null) return
      const { network, customer_id, source } = station.row
      const isInstrument = source === instrumentSource
      near.push({ station, network, isOwn: customer_id === customerId, miles, isInstrument })
    })
    return speakersFor(near)
  }
}

function isSame(one: StationRow, other: StationRow): boolean {
  return (
    one.name === other.name &&
    one.network === other.network &&
    one.customer_id === other.customer_id &&
    one.latitude === other.latitude &&
    one.longitude === other.longitude &&
    one.elevation_feet === other.elevation_feet &&
    one.time_zone === other.time_zone &&
    one.image_url === other.image_url &&
    one.dropped_at?.getTime() === other.dropped_at?.getTime() &&
    one.is_public === other.is_public
  )
}
