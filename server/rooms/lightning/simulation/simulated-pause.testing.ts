import { sql } from 'kysely'
import type { Db } from '#server/platform/store/index'

/**
 * Stops a process between two steps, as when it is starved, swapped out or stopped by its host. At some database
 * response it stops until it is woken, or dies. Until then it keeps its locks.
 */
export class Pause {
  #answersLeft: number | undefined
  #held: PromiseWithResolvers<void> | undefined
  #whenFrozen = Promise.withResolvers<'frozen'>()

  get isFrozen(): boolean {
    return this.#held !== undefined
  }

  /** Freezes after this many responses; resolves when frozen. */
  freezeAfter(answers: number): Promise<'frozen'> {
    this.#answersLeft = answers
    this.#whenFrozen = Promise.withResolvers()
    return this.#whenFrozen.promise
  }

  disarm() {
    this.#answersLeft = undefined
  }

  /** Called with every database response. */
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

/** Whether any session is waiting for another session's lock; in a simulation, a frozen process holds that lock. */
export async function isSomebodyBlocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as blocked`.execute(db)
  return rows[0]?.blocked ?? false
}
