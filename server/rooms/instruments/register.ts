import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { findInstrument, findSender, listInstrumentRows, type InstrumentRow } from './store/instruments.ts'

export interface InstrumentRegisterDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly changes: Pick<Changes<Facts>, 'subscribeToBatches'>
}

type Shown = { readonly senderId: string } | { readonly keyHash: string }

/** How long to wait before looking up an unknown sender in the database again. */
const strangerMs = 5 * secondMs
const mostStrangers = 10_000

/** Every customer's instruments in memory, by their senders' credentials. Follows edits made in any process. */
export class InstrumentRegister {
  readonly #deps: InstrumentRegisterDeps
  readonly #byId = new Map<number, InstrumentRow>()
  readonly #bySender = new Map<string, InstrumentRow>()
  readonly #byKey = new Map<string, InstrumentRow>()
  /** The time until which a sender is considered unknown. */
  readonly #strangersUntilMs = new Map<string, number>()
  #changes = 0

  private constructor(deps: InstrumentRegisterDeps) {
    this.#deps = deps
  }

  static async open(deps: InstrumentRegisterDeps): Promise<InstrumentRegister> {
    const register = new InstrumentRegister(deps)
    for (const row of await listInstrumentRows(deps.db, 'system')) register.#set(row)
    deps.changes.subscribeToBatches(['instrument changed'], async facts => {
      for (const id of new Set(facts.map(({ body }) => body.instrumentId))) await register.#read(id)
    })
    // A place gives its instruments a name, and takes itself away from them when it is deleted.
    deps.changes.subscribeToBatches(['organization location changed'], async facts => {
      const places = new Set<number | null>(facts.map(({ body }) => body.organizationLocationId))
      const there = [...register.all()].filter(row => places.has(row.organization_location_id))
      for (const { id } of there) await register.#read(id)
    })
    return register
  }

  async #read(id: number) {
    this.#changes++
    const row = await findInstrument(this.#deps.db, 'system', id)
    this.#remove(id)
    if (row) this.#set(row)
    this.#strangersUntilMs.clear()
  }

  #set(row: InstrumentRow) {
    this.#remove(row.id)
    this.#byId.set(row.id, row)
    this.#bySender.set(row.sender_id, row)
    this.#byKey.set(row.key_hash, row)
  }

  #remove(id: number) {
    const known = this.#byId.get(id)
    if (!known) return
    this.#byId.delete(id)
    this.#bySender.delete(known.sender_id)
    this.#byKey.delete(known.key_hash)
  }

  find(id: number): InstrumentRow | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<InstrumentRow> {
    return this.#byId.values()
  }

  /** Finds a sender's instrument, even if it was added a moment ago in another process. */
  async sender(shown: Shown): Promise<InstrumentRow | undefined> {
    const isId = 'senderId' in shown
    const known = isId ? this.#bySender.get(shown.senderId) : this.#byKey.get(shown.keyHash)
    if (known) return known
    const key = isId ? `id ${shown.senderId}` : `key ${shown.keyHash}`
    const nowMs = this.#deps.clock.monotonicMs()
    if ((this.#strangersUntilMs.get(key) ?? -Infinity) > nowMs) return undefined
    const row = await this.#findSender(shown)
    if (row) return row
    if (this.#strangersUntilMs.size >= mostStrangers) this.#strangersUntilMs.clear()
    this.#strangersUntilMs.set(key, nowMs + strangerMs)
    return undefined
  }

  /**
   * Data read before a change must not be kept after it, because an old key would stay valid. Nor is it returned
   * uncached, because the first message from a sender admitted that way would be rejected.
   */
  async #findSender(shown: Shown): Promise<InstrumentRow | undefined> {
    for (;;) {
      const changes = this.#changes
      const row = await findSender(this.#deps.db, 'system', shown)
      if (changes !== this.#changes) continue
      if (row) this.#set(row)
      return row
    }
  }
}
