import type { frameOrigins, RadarType } from '#contract/weather/radar'
import type { ReceivedRadar, PackedGrid, RadarProduct } from '#domain/radar/grid'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'

export type FrameOrigin = (typeof frameOrigins)[number]

/** The sky at one instant, observed or expected. */
export interface Frame extends PackedGrid {
  /** Unique: if the same instant is computed again, that is a different frame. */
  readonly id: string
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: FrameOrigin
}

/** The places where frames are stored, with one frame per instant. */
type Shelf = RadarProduct | 'nowcast'

interface Rule {
  readonly atMost: number
  /** Observed frames are kept up to this age, forecast frames until their input reaches it. */
  readonly keptMs: number
  readonly isPast: boolean
}

const rules: Readonly<Record<Shelf, Rule>> = {
  composite: { atMost: 25, keptMs: 2 * hourMs + minuteMs, isPast: true },
  international: { atMost: 13, keptMs: 2 * hourMs + 10 * minuteMs, isPast: true },
  nowcast: { atMost: 8, keptMs: 30 * minuteMs, isPast: false },
  model: { atMost: 72, keptMs: 6 * hourMs, isPast: false },
  extended: { atMost: 28, keptMs: dayMs, isPast: false },
}
const allShelves = Object.keys(rules) as Shelf[]

export interface FrameStore {
  keep(frame: Frame): void
  forget(id: string): void
}

/** All known frames, compressed in memory: after a restart they are received again within a minute. */
export class FrameBook {
  readonly #shelves = new Map<Shelf, Map<number, Frame>>(allShelves.map(shelf => [shelf, new Map()]))
  readonly #store: FrameStore

  constructor(frameStore: FrameStore) {
    this.#store = frameStore
  }

  /** Stores a frame. Returns whether it is new: an earlier computation does not replace a later one. */
  receive(received: ReceivedRadar, nowMs: number): boolean {
    const { product, validMs, issuedMs, origin, place, deflated, ground, grain } = received
    return this.#put(product, { validMs, issuedMs, origin, place, deflated, ground, grain }, nowMs)
  }

  receiveNowcast(nowcast: Omit<Frame, 'id' | 'origin'>, nowMs: number) {
    this.#put('nowcast', { ...nowcast, origin: 'nowcast' }, nowMs)
  }

  /** The frames that may be shown, oldest first; empty if nothing is known. */
  framesOf(type: RadarType, nowMs: number): readonly Frame[] {
    switch (type) {
      case 'past':
        return this.on('composite', nowMs)
      case 'international':
        return this.on('international', nowMs)
      case 'extended':
        return this.on('extended', nowMs)
      case 'future': {
        const nowcast = this.on('nowcast', nowMs)
        const soon = new Set(nowcast.map(({ validMs }) => validMs))
        const model = this.on('model', nowMs).filter(({ validMs }) => !soon.has(validMs))
        return [...nowcast, ...model]
          .toSorted((one, other) => one.validMs - other.validMs)
          .slice(0, rules.model.atMost)
      }
      default:
        return []
    }
  }

  on(shelf: Shelf, nowMs: number): readonly Frame[] {
    const { isPast, atMost } = rules[shelf]
    const fit = [...this.#framesOn(shelf).values()]
      .filter(frame => !isOver(rules[shelf], frame, nowMs))
      .toSorted((one, other) => one.validMs - other.validMs)
    return isPast ? fit.slice(-atMost) : fit.slice(0, atMost)
  }

  #framesOn(shelf: Shelf): Map<number, Frame> {
    const frames = this.#shelves.get(shelf)
    if (!frames) throw new Error(`There is no shelf ${shelf}`)
    return frames
  }

  #put(shelf: Shelf, received: Omit<Frame, 'id'>, nowMs: number): boolean {
    const frames = this.#framesOn(shelf)
    const known = frames.get(received.validMs)
    if (known && known.issuedMs >= received.issuedMs) return false
    if (isOver(rules[shelf], received, nowMs)) return false
    const frame = { ...received, id: `${shelf} ${received.validMs} ${received.issuedMs}` }
    frames.set(received.validMs, frame)
    if (known) this.#store.forget(known.id)
    this.#store.keep(frame)
    for (const old of frames.values()) {
      if (!isOver(rules[shelf], old, nowMs)) continue
      frames.delete(old.validMs)
      this.#store.forget(old.id)
    }
    return true
  }
}

/** Whether a frame is too old to be shown, or was observed in the future, allowing for a slightly fast clock. */
function isOver({ isPast, keptMs }: Rule, { validMs, issuedMs }: Omit<Frame, 'id'>, nowMs: number): boolean {
  if (isPast) return nowMs - validMs > keptMs || validMs > nowMs + minuteMs
  return validMs <= nowMs || nowMs - issuedMs > keptMs
}
