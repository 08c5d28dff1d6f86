import { sql } from 'kysely'
import { consumeFacts } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { followDatabaseClock, type DatabaseClock } from '#server/platform/store/database-clock'
import type { Db } from '#server/platform/store/index'
import type { LocationRings } from '#server/rooms/locations/index'
import type { LightningBatch } from '#server/rooms/lightning/engine'
import { openTestProcess, type TestProcess } from '#server/rooms/lightning/process.testing'
import { Pause } from './simulated-pause.testing.ts'

/** The world outside every process: one true time, and a place whose first ring people edit. */
export interface Outside {
  readonly db: Db
  readonly chance: () => number
  /** Pauses use a separate random generator, so that the rest of a seed's run stays the same. */
  readonly chanceOfPause: () => number
  readonly nowMs: () => number
  readonly place: LocationRings
}

/** Faults between a process and the database. */
interface Wire {
  isCut: boolean
  losesAnswers: boolean
  readonly pause: Pause
}

const away = () => new Error('The database is away')

/** The database as a process reaches it: it may be unreachable, or a response may be lost after the work was done. */
function brokenDb(db: Db, wire: Wire): Db {
  type Transaction = ReturnType<Db['transaction']>
  const breaking = (transaction: Transaction): Transaction =>
    new Proxy(transaction, {
      get(target, name) {
        if (name === 'setIsolationLevel')
          return (level: 'repeatable read') => breaking(target.setIsolationLevel(level))
        if (name !== 'execute') return Reflect.get(target, name) as unknown
        return async (work: Parameters<Transaction['execute']>[0]) => {
          if (wire.isCut) throw away()
          const done = await target.execute(work)
          if (wire.losesAnswers) throw new Error('The answer was lost')
          return done
        }
      },
    })
  const cut = db.withPlugin({
    transformQuery({ node }) {
      if (wire.isCut) throw away()
      return node
    },
    async transformResult({ result }) {
      await wire.pause.pass()
      return result
    },
  })
  return new Proxy(cut, {
    get(target, name) {
      if (name === 'transaction') return () => breaking(target.transaction())
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

const mostAnswersBeforePause = 12
const longestPauseMs = 25_000

/** One process with its own clock, which can die, sleep, stop between any two steps, and lose the database. */
export class SimulatedProcess {
  readonly #outside: Outside
  readonly #wire: Wire = { isCut: false, losesAnswers: false, pause: new Pause() }
  readonly #db: Db
  readonly #machine: Clock
  #place: LocationRings
  #process: TestProcess | undefined
  #clock: DatabaseClock | undefined
  /** Set from the time this process falls asleep until it notices that it slept. */
  #asleepSinceMs: number | undefined
  #wakesMs = -Infinity
  #healsMs = -Infinity
  #startsMs = -Infinity
  /** The work that was in progress when the process stopped. */
  #underWay: Promise<void> | undefined
  #pauses = 0

  constructor(outside: Outside) {
    const { chance, nowMs } = outside
    this.#outside = outside
    this.#place = outside.place
    this.#db = brokenDb(outside.db, this.#wire)
    const wallOffsetMs = (chance() - 0.5) * 600_000
    const monotonicOffsetMs = chance() * 1e7
    const seenMs = () => this.#asleepSinceMs ?? nowMs()
    this.#machine = {
      now: () => new Date(seenMs() + wallOffsetMs),
      monotonicMs: () => seenMs() + monotonicOffsetMs,
    }
  }

  /** Whether the process responds to callers; a sleeping process does not. */
  get isAwake(): boolean {
    return this.#process !== undefined && this.#outside.nowMs() >= this.#wakesMs && !this.isFrozen
  }

  get isFrozen(): boolean {
    return this.#wire.pause.isFrozen
  }

  /** How many times the process stopped in the middle of work. */
  get pauses(): number {
    return this.#pauses
  }

  get isLeader(): boolean {
    return (this.#process?.leadership.term() ?? null) !== null
  }

  get server() {
    const [process, clock] = [this.#process, this.#clock]
    if (!process || !clock) return undefined
    return { engine: process.engine, readers: process.readers, nowMs: () => clock.now().getTime() }
  }

  crash(forMs: number) {
    this.#wire.pause.die()
    this.#process = undefined
    this.#startsMs = this.#outside.nowMs() + forMs
  }

  sleep(forMs: number) {
    this.#wakesMs = this.#outside.nowMs() + forMs
    this.#asleepSinceMs = this.#outside.nowMs()
  }

  cutOff(forMs: number) {
    this.#healsMs = this.#outside.nowMs() + forMs
  }

  /**
   * Resumes where the process stopped, because another process is waiting for locks that the database would otherwise
   * release on its own.
   */
  goOn() {
    if (this.isFrozen) this.#wakesMs = -Infinity
    this.#wire.pause.goOn()
  }

  heal() {
    this.goOn()
    this.#healsMs = this.#wakesMs = this.#startsMs = -Infinity
  }

  receive(batch: LightningBatch, answerIsLost: boolean): Promise<unknown> {
    if (!this.#process || !this.isAwake) throw new Error('Nobody answers')
    this.#wire.losesAnswers = answerIsLost
    return this.#process.engine.receive(batch).finally(() => (this.#wire.losesAnswers = false))
  }

  /** Edits the first ring through this process. */
  async edit(radiusMiles: number) {
    if (!this.#process || !this.isAwake) throw new Error('Nobody answers')
    const { place } = this.#outside
    await this.#process.changes.commit(async (tx, appendFact) => {
      await sql`update simulated_place set radius = ${radiusMiles}`.execute(tx)
      appendFact('location changed', {
        customerId: place.customerId,
        subject: 'location 1',
        body: { locationId: place.id, userId: place.userId },
      })
    })
  }

  async ringDoorbell() {
    if (this.isAwake) await this.#trying(() => this.#process?.engine.readOn())
  }

  /** Runs the process's schedules unless it stops in between. What fails is retried the next time. */
  async run() {
    const { nowMs, chanceOfPause } = this.#outside
    if (this.#underWay) {
      if (nowMs() < this.#wakesMs) return
      this.#wire.pause.goOn()
      await this.#underWay
      this.#underWay = undefined
    }
    const { pause } = this.#wire
    const frozen =
      chanceOfPause() < 0.015 && nowMs() >= this.#wakesMs
        ? pause.freezeAfter(Math.floor(chanceOfPause() * mostAnswersBeforePause))
        : undefined
    const working = this.#work()
    await Promise.race([working, ...(frozen ? [frozen] : [])])
    pause.disarm()
    // Background work may have frozen the process too; anything later would queue behind that.
    if (!pause.isFrozen) return
    this.#pauses++
    this.#underWay = working
    this.#wakesMs = nowMs() + chanceOfPause() * longestPauseMs
  }

  async #work() {
    const { nowMs, chance } = this.#outside
    this.#wire.isCut = nowMs() < this.#healsMs
    if (!this.#process && nowMs() >= this.#startsMs) await this.#trying(() => this.#start())
    const process = this.#process
    if (!process || !this.isAwake) return
    if (this.#asleepSinceMs !== undefined) {
      // The process resumes in the middle of its work, unaware that time has passed.
      await this.#trying(() => process.engine.tick())
      this.#asleepSinceMs = undefined
    }
    this.#wire.losesAnswers = chance() < 0.01
    await this.#trying(() => this.#clock?.look())
    await this.#trying(() => process.leadership.renew())
    await this.#trying(() => process.changes.catchUp())
    // Each task has its own schedule: a batch may arrive before a new leader's first tick.
    if (chance() < 0.8) await this.#trying(() => process.engine.tick())
    if (this.isLeader) await this.#trying(() => this.#act(process))
    this.#wire.losesAnswers = false
  }

  async #start() {
    const { nowMs } = this.#outside
    this.#asleepSinceMs = undefined
    const askTime = async () => {
      if (this.#wire.isCut) throw away()
      return new Date(nowMs())
    }
    const clock = await followDatabaseClock(askTime, this.#machine, silentLog)
    const opened = await openTestProcess({
      db: this.#db,
      clock,
      databaseNow: () => new Date(nowMs()),
      places: () => [this.#place],
      loadPlaces: async () => {
        const { rows } = await sql<{ radius: number }>`select radius from simulated_place`.execute(this.#db)
        const [, second, third, fourth] = this.#place.radiiMiles
        this.#place = { ...this.#place, radiiMiles: [rows[0]?.radius ?? 0, second, third, fourth] }
      },
    })
    this.#clock = clock
    this.#process = opened
  }

  /** Consumes facts: each fact leads to exactly one action, whichever process dies in between. */
  async #act({ leadership }: TestProcess) {
    const clock = { now: () => new Date(this.#outside.nowMs()), monotonicMs: () => 0 }
    await consumeFacts({
      reader: 'simulation',
      clock,
      log: silentLog,
      keep: leadership.commit,
      async act(tx, facts) {
        for (const { number } of facts)
          await sql`insert into simulated_acts (fact) values (${number})`.execute(tx)
      },
    })
  }

  async #trying(work: () => Promise<unknown> | undefined) {
    await Promise.resolve()
      .then(work)
      .catch(() => {}) // the next step retries after any error
  }
}
