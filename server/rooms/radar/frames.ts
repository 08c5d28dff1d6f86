import type { frameOrigins, RadarType } from '#contract/radar'
import type { HeardRadar, PackedGrid, RadarProduct } from '#domain/radar/grid'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'

export type FrameOrigin = (typeof frameOrigins)[number]

/** The sky at one instant, as it was seen or as it is expected. */
export interface Frame extends PackedGrid {
  /** Its own: the same instant worked out anew is another frame. */
  readonly id: string
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: FrameOrigin
}

/** The shelves on which frames stand, one frame for each instant. */
type Shelf = RadarProduct | 'nowcast'

interface Rule {
  readonly atMost: number
  /** Observed ones are kept until they are so old, expected ones until what they were made of is. */
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

/** All frames that are known, packed in memory: what is lost with a restart is heard again within a minute. */
export class FrameBook {
  readonly #shelves = new Map<Shelf, Map<number, Frame>>(allShelves.map(shelf => [shelf, new Map()]))
  readonly #store: FrameStore

  constructor(frameStore: FrameStore) {
    this.#store = frameStore
  }

  /** Whether it is news: what was worked out earlier does not replace what was worked out later. */
  hear(heard: HeardRadar, nowMs: number): boolean {
    const { product, validMs, issuedMs, origin, place, deflated, ground, grain } = heard
    return this.#put(product, { validMs, issuedMs, origin, place, deflated, ground, grain }, nowMs)
  }

  hearNowcast(nowcast: Omit<Frame, 'id' | 'origin'>, nowMs: number) {
    this.#put('nowcast', { ...nowcast, origin: 'nowcast' }, nowMs)
  }

  /** The frames that a person may be shown, oldest first; none where nothing is known. */
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

  #put(shelf: Shelf, heard: Omit<Frame, 'id'>, nowMs: number): boolean {
    const frames = this.#framesOn(shelf)
    const known = frames.get(heard.validMs)
    if (known && known.issuedMs >= heard.issuedMs) return false
    if (isOver(rules[shelf], heard, nowMs)) return false
    const frame = { ...heard, id: `${shelf} ${heard.validMs} ${heard.issuedMs}` }
    frames.set(heard.validMs, frame)
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

/** Too old to be shown; and nobody has seen what is yet to come, but for a clock that is a little fast. */
function isOver({ isPast, keptMs }: Rule, { validMs, issuedMs }: Omit<Frame, 'id'>, nowMs: number): boolean {
  if (isPast) return nowMs - validMs > keptMs || validMs > nowMs + minuteMs
  return validMs <= nowMs || nowMs - issuedMs > keptMs
}
