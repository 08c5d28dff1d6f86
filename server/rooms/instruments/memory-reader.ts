import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/store/index'
import { listHeard, type HeardRow } from './store/reports.ts'

/** How long to wait for other reads, to combine them: after startup, thousands of instruments send within seconds. */
const gatherMs = 20
const mostAtOnce = 1000

/** Loads what other processes have stored, for many instruments at a time. */
export class MemoryReader {
  readonly #db: Db
  #wanted = new Map<number, PromiseWithResolvers<HeardRow | undefined>>()
  #reading = false

  constructor(db: Db) {
    this.#db = db
  }

  read(instrumentId: number): Promise<HeardRow | undefined> {
    const waiting = this.#wanted.get(instrumentId) ?? Promise.withResolvers<HeardRow | undefined>()
    this.#wanted.set(instrumentId, waiting)
    if (!this.#reading) void this.#readAll()
    return waiting.promise
  }

  async #readAll() {
    this.#reading = true
    while (this.#wanted.size > 0) {
      await sleep(gatherMs)
      const some = [...this.#wanted].slice(0, mostAtOnce)
      for (const [id] of some) this.#wanted.delete(id)
      try {
        const rows = await listHeard(
          this.#db,
          'system',
          some.map(([id]) => id),
        )
        for (const [id, { resolve }] of some) resolve(rows.get(id))
      } catch (error) {
        for (const [, { reject }] of some) reject(error) // the message is rejected, and its sender repeats it
      }
    }
    this.#reading = false
  }
}
