import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Point } from '#domain/geo/distance'
import { echoAround, type EchoAround } from '#domain/radar/around'
import { cellCount, type ReceivedRadar } from '#domain/radar/grid'
import { hourMs, minuteMs } from '#server/platform/clock'
import type { Log } from '#server/platform/log'

const inflated = promisify(inflate)
/** How far back images are read around places. */
const keptMs = 30 * minuteMs
/** A place that has not been requested for this long is no longer read. */
const askedForMs = hourMs
const mostPlaces = 20_000

interface Place {
  readonly point: Point
  readonly radiusMiles: number
  askedMs: number
  readonly echoes: Map<ReceivedRadar, EchoAround>
}

/**
 * What the newest images show around some places, in memory. An image is unpacked once for all of them, outside the
 * main thread, and queries are cheap. Data for a place queried for the first time is available a moment later.
 */
export class PointEchoes {
  readonly #log: Log
  readonly #images = new Map<number, ReceivedRadar>()
  readonly #places = new Map<string, Place>()
  #reading: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Only observations of real radars are used: a simulated sky proves nothing about an instrument. */
  receive(image: ReceivedRadar, nowMs: number) {
    if (image.product !== 'composite' || image.origin !== 'observed' || image.grain !== undefined) return
    if (nowMs - image.validMs > keptMs) return
    const replaced = this.#images.get(image.validMs)
    this.#images.set(image.validMs, image)
    for (const old of this.#images.values())
      if (nowMs - old.validMs > keptMs) this.#images.delete(old.validMs)
    const kept = new Set(this.#images.values())
    for (const [key, { askedMs, echoes }] of this.#places) {
      if (nowMs - askedMs > askedForMs) this.#places.delete(key)
      for (const known of echoes.keys()) if (known === replaced || !kept.has(known)) echoes.delete(known)
    }
    this.#read()
  }

  /** The images that have been read around a place. */
  around(point: Point, radiusMiles: number, nowMs: number): readonly EchoAround[] {
    const key = `${point.latitude} ${point.longitude} ${radiusMiles}`
    let place = this.#places.get(key)
    if (!place) {
      if (this.#places.size >= mostPlaces) return []
      const { latitude, longitude } = point
      place = { point: { latitude, longitude }, radiusMiles, askedMs: nowMs, echoes: new Map() }
      this.#places.set(key, place)
      this.#read()
    }
    place.askedMs = nowMs
    return [...place.echoes.values()]
  }

  /** Resolves when everything requested so far has been read. */
  settled = async () => this.#reading

  #read() {
    this.#reading ??= this.#readAll()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'could not read a radar image around places'))
      .finally(() => (this.#reading = undefined))
  }

  async #readAll() {
    // Places requested at the same moment are read together.
    await new Promise(resolve => setImmediate(resolve))
    const failed = new Set<ReceivedRadar>()
    for (let image = this.#next(failed); image; image = this.#next(failed)) {
      try {
        const echoes = await inflated(image.deflated, { maxOutputLength: cellCount(image.place) })
        for (const { point, radiusMiles, echoes: known } of this.#missing(image)) {
          const around = echoAround({ place: image.place, echoes }, point, radiusMiles)
          known.set(image, { ...around, validMs: image.validMs })
        }
      } catch (error) {
        // A broken image leaves a gap: what it would show is unknown.
        failed.add(image)
        this.#log.warn({ err: error }, 'could not read a radar image around places')
      }
    }
  }

  #next(failed: ReadonlySet<ReceivedRadar>): ReceivedRadar | undefined {
    return [...this.#images.values()].find(image => !failed.has(image) && this.#missing(image).length > 0)
  }

  #missing(image: ReceivedRadar): Place[] {
    return [...this.#places.values()].filter(({ echoes }) => !echoes.has(image))
  }
}
