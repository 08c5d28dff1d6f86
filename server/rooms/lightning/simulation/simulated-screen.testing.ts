import type { LocationDelay } from '#contract/weather/lightning'
import type { LiveEvent } from '#contract/live'
import { isWord, nothingHeard, withWord } from '#domain/lightning/live-states'
import { isValid, serverTimeMs, type Moment } from '#domain/lightning/lease'
import { shownRing, type ShownRing } from '#domain/lightning/shown'
import type { Readers } from '#server/rooms/live/index'
import { streamEventOf } from '#server/platform/http/stream'
import type { LightningEngine } from '#server/rooms/lightning/engine'
import { leaseMs } from '#server/rooms/lightning/statements'

/** The person to whom the screens belong. */
export const userId = '00000000-0000-4000-8000-000000000001'

/** The process a screen is connected to, with the time by that process's clock. */
interface Server {
  readonly engine: LightningEngine
  readonly readers: Readers
  readonly nowMs: () => number
}

/** One screen with its own clocks, behind a network that delays messages and drops connections. */
export class Screen {
  readonly #monotonicOffsetMs: number
  readonly #wallOffsetMs: number
  #queue: { atMs: number; event: LiveEvent; requested: Moment }[] = []
  #hearing = nothingHeard<LocationDelay>()
  #leave: (() => void) | undefined
  #requested: Moment | undefined

  constructor(chance: () => number) {
    this.#monotonicOffsetMs = chance() * 1e7
    this.#wallOffsetMs = (chance() - 0.5) * 7_200_000
  }

  moment(nowMs: number): Moment {
    return { monotonicMs: nowMs + this.#monotonicOffsetMs, wallMs: nowMs + this.#wallOffsetMs }
  }

  get isConnected(): boolean {
    return this.#leave !== undefined
  }

  connect({ engine, readers, nowMs: asOfMs }: Server, nowMs: () => number, holdUpMs: () => number) {
    const requested = this.moment(nowMs())
    this.#requested = requested
    const take = (event: LiveEvent) => {
      // A stream is ordered, so nothing overtakes a delayed message.
      const earliest = this.#queue.at(-1)?.atMs ?? 0
      this.#queue.push({ atMs: Math.max(earliest, nowMs() + holdUpMs()), event, requested })
    }
    const asOf = new Date(asOfMs()).toISOString()
    take({ kind: 'snapshot', asOf, validForMs: leaseMs, delays: engine.delaysOf({ kind: 'person', userId }) })
    this.#leave = readers.add(
      { kind: 'person', userId },
      {
        send: frame => take(streamEventOf(frame) as LiveEvent),
        close: () => {},
      },
    )
  }

  disconnect() {
    this.#leave?.()
    this.#leave = undefined
    this.#queue = []
  }

  receive(nowMs: number) {
    const due = this.#queue.filter(({ atMs }) => atMs <= nowMs)
    this.#queue = this.#queue.slice(due.length)
    for (const { event, requested } of due) {
      if (requested !== this.#requested || !isWord(event)) continue
      this.#hearing = withWord(this.#hearing, event, requested, this.moment(nowMs))
    }
  }

  /** The age of the newest message that the screen received. */
  wordAgeMs(nowMs: number): number {
    return nowMs - Date.parse(this.#hearing.asOf)
  }

  shows(locationId: number, nowMs: number): { ring: number; shown: ShownRing }[] {
    const { lease, delays } = this.#hearing
    const now = this.moment(nowMs)
    if (!lease || !isValid(lease, now)) return []
    return (delays.get(locationId)?.statements ?? []).map(statement => ({
      ring: statement.ring,
      shown: shownRing(
        { ...statement, endsAtMs: statement.endsAt === null ? null : Date.parse(statement.endsAt) },
        true,
        serverTimeMs(lease, now),
      ),
    }))
  }
}
