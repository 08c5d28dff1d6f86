import type { Door } from '#domain/instruments/makes'
import type { InstrumentPort } from '#server/feeds/instrument-port'

/** Shows on each of a door's instruments that the door is closed, and why, but only once until that changes. */
export class DoorNotes {
  readonly #instruments: InstrumentPort
  readonly #door: Door
  readonly #shown = new Map<number, string>()

  constructor(instruments: InstrumentPort, door: Door) {
    this.#instruments = instruments
    this.#door = door
  }

  /** `null` means that the door is open. */
  show(because: string | null): void {
    const wanted = this.#instruments.wanted(this.#door)
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.#shown.keys()) if (!ids.has(id)) this.#shown.delete(id)
    for (const { id, version } of wanted) {
      const note = because === null ? 'open' : `${version} ${because}`
      if (this.#shown.get(id) === note) continue
      this.#shown.set(id, note)
      if (because === null) this.#instruments.recovered(id)
      else this.#instruments.refuse(id, because)
    }
  }

  /** Forgets what was shown, because another process has the door now and shows its own state. */
  forget(): void {
    this.#shown.clear()
  }
}
