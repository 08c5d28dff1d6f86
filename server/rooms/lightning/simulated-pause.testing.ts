import { sql } from 'kysely'
import type { Db } from '#server/platform/store/index'

/**
 * A process that stops between two steps, as one does that is starved, swapped out or stopped by its host: at some answer
 * of the database it goes no further until it is woken, or it dies there. What it holds, it holds meanwhile.
 */
export class Pause {
  #answersLeft: number | undefined
  #held: PromiseWithResolvers<void> | undefined
  #whenFrozen = Promise.withResolvers<'frozen'>()

  get isFrozen(): boolean {
    return this.#held !== undefined
  }

  /** Freezes at the answer after so many others; tells when. */
  freezeAfter(answers: number): Promise<'frozen'> {
    this.#answersLeft = answers
    this.#whenFrozen = Promise.withResolvers()
    return this.#whenFrozen.promise
  }

  disarm() {
    this.#answersLeft = undefined
  }

  /** Called with every answer of the database. */
  async pass() {
    if (this.#answersLeft === undefined || this.#answersLeft-- > 0) return
    this.disarm()
    this.#held = Promise.withResolvers()
    this.#whenFrozen.resolve('frozen')
    await this.#held.promise
  }

  goOn() {
    this.#held?.resolve()
    this.#held = undefined
  }

  die() {
    this.disarm()
    this.#held?.reject(new Error('The process has died'))
    this.#held = undefined
  }
}

/** Whether anybody waits for a lock of another: in a simulation, of one that is frozen. */
export async function isSomebodyBlocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as blocked`.execute(db)
  return rows[0]?.blocked ?? false
}
