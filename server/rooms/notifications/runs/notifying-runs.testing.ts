import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { minuteMs, secondMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import {
  storeOnlyChannel,
  type DeliveryChannel,
  type Message,
  type DeliveryAttempt,
} from '#server/rooms/notifications/channels/channel'
import { createDispatch, type Dispatch } from '#server/rooms/notifications/engine'
import {
  NotifyingWorld,
  unknownState,
  type NotifiedPerson,
} from '#server/rooms/notifications/notifying.testing'

const moods = ['is well', 'is busy', 'hangs', 'lies', 'refuses'] as const
type Mood = (typeof moods)[number]

/** A step of a few seconds or minutes, in which the weather, the provider and the server may act. */
const moment = fc.record({
  sky: fc.constantFrom(
    'near',
    'near',
    'far',
    'clears',
    'clears',
    'clears',
    'unproven',
    'unwatched',
    'doubt',
    'proof',
    'calm',
  ),
  neighbor: fc.oneof(
    { weight: 4, arbitrary: fc.constant('is well' as const) },
    { weight: 4, arbitrary: fc.constant('hangs' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...moods) },
  ),
  hanging: fc.constantFrom('go on', 'go on', 'arrive', 'are lost'),
  house: fc.constantFrom('turns', 'turns', 'turns', 'tells', 'sends', 'dies telling', 'dies sending'),
  passes: fc.constantFrom('nothing', 'nothing', 'seconds', 'minutes'),
})
export type Step = typeof moment extends fc.Arbitrary<infer Value> ? Value : never
export const sequences = fc.array(moment, { minLength: 3, maxLength: 16 })

interface Held {
  readonly message: Message
  readonly by: Dispatch | undefined
  readonly atMs: number
  readonly answer: (outcome: DeliveryAttempt) => void
}

/** The same as in the dispatcher. */
const longestAttemptMs = 25 * secondMs

const isOver = ({ tone }: Pick<Message, 'tone'>) => tone === 'clear'
const isAbout = ({ subject }: Message) => subject.includes('Stadium')

/** A channel to one reader whose provider is slow, fails, lies or hangs; records what has arrived. */
class Way implements DeliveryChannel {
  readonly atOnce = 2
  readonly atMost = 6
  readonly arrived: Message[] = []
  held: Held[] = []
  mood: Mood = 'is well'
  sender: Dispatch | undefined
  nowMs: () => number = () => 0
  onAttempt: (message: Message, underWay: readonly Message[]) => void = () => {}

  async probe(): Promise<DeliveryAttempt> {
    return { kind: 'sent' }
  }

  deliver(message: Message): Promise<DeliveryAttempt> {
    this.onAttempt(
      message,
      // The run's clock jumps past the end of an attempt. The server detects that by a timer, but the attempt is
      // already over.
      this.held
        .filter(({ by, atMs }) => by === this.sender && this.nowMs() - atMs < longestAttemptMs)
        .map(held => held.message),
    )
    const later = (because: string): Promise<DeliveryAttempt> =>
      Promise.resolve({ kind: 'try-again', because })
    switch (this.mood) {
      case 'is busy':
        return later('busy')
      case 'refuses':
        return Promise.resolve({ kind: 'give-up', because: 'no' })
      case 'hangs':
        return new Promise(answer => this.held.push({ message, by: this.sender, atMs: this.nowMs(), answer }))
      case 'lies':
        this.arrived.push(message)
        return later('oh')
      case 'is well':
        this.arrived.push(message)
        return Promise.resolve({ kind: 'sent' })
    }
  }

  letGo(doArrive: boolean) {
    const held = this.held.splice(0)
    for (const { message, answer } of held) {
      if (doArrive) this.arrived.push(message)
      answer(doArrive ? { kind: 'sent' } : { kind: 'try-again', because: 'No answer' })
    }
  }

  /** The process dies with messages in progress: some have arrived, and the server does not know which. */
  dieWith(chance: number) {
    this.held.splice(0).forEach(({ message }, index) => {
      if ((index + chance) % 2 === 0) this.arrived.push(message)
    })
  }

  close() {}
}

class Run {
  readonly #world: NotifyingWorld
  readonly #clock: ShiftedClock
  readonly #person: NotifiedPerson
  readonly #ways = { email: new Way(), sms: new Way() }
  readonly #open = new Map<1 | 2, number>()
  /** The rings that were in delay when notifications were last created. */
  #toldOpen = new Set<1 | 2>()
  #sender: Dispatch
  #deaths = 0
  /** Errors found during attempts: throwing there would look like a provider response. */
  readonly #wrong: string[] = []

  private constructor(world: NotifyingWorld, person: NotifiedPerson) {
    this.#world = world
    this.#clock = world.clock
    this.#person = person
    this.#sender = this.#startSender()
    for (const way of this.#bothWays()) {
      way.onAttempt = (...about) => this.#watch(...about)
      way.nowMs = () => this.#clock.now().getTime()
    }
  }

  static async start(world: NotifyingWorld): Promise<Run> {
    world.clock.reset()
    world.sky.clear()
    await sql`delete from outbox`.execute(world.db)
    const person = await world.person({ phone_number: '4055550100', sms_notifications: true })
    return new Run(world, person)
  }

  #bothWays = (): readonly Way[] => Object.values(this.#ways)

  #startSender(): Dispatch {
    const { db, secrets } = this.#world
    const { leadership } = this.#world.keeping
    const channels = { ...this.#ways, push: storeOnlyChannel }
    const sender = createDispatch({
      db,
      clock: this.#clock,
      secrets,
      leadership,
      channels,
      chance: () => 0,
      ringsAt: this.#world.ringsAt,
    })
    for (const way of this.#bothWays()) way.sender = sender
    return sender
  }

  /**
   * Checks on every attempt that an All Clear is true as far as the server knows, and does not overtake the danger that
   * it ends.
   */
  #watch(message: Message, underWay: readonly Message[]) {
    if (!isOver(message)) return
    if (this.#toldOpen.size > 0) this.#wrong.push('All Clear was sent in a delay that had been told')
    if (this.#world.sky.size > 0) this.#wrong.push('All Clear was sent while a ring was unknown')
    if (underWay.some(other => isAbout(other) && !isOver(other)))
      this.#wrong.push('All Clear was sent while the danger was still being sent')
  }

  async #tell(dies: boolean) {
    const open = new Set(this.#open.keys())
    if (dies) {
      await this.#world.tell({ dies }).catch(() => {}) // as if the process had never begun
      return
    }
    await this.#world.tell()
    // Messages that were taken before are being sent right now, and the new notifications correct them.
    await sleep(25)
    this.#toldOpen = open
  }

  /** What the leader does every minute. */
  async #look() {
    await this.#world.tellProvenClear()
    await this.#world.repeat()
    await sleep(25)
  }

  async #send() {
    const hangs = this.#bothWays().some(({ held }) => held.length > 0)
    await this.#sender.fill()
    // Messages that hang are never waited for; everything else has finished.
    if (!hangs && this.#bothWays().every(({ held }) => held.length === 0)) await this.#sender.idle()
    await this.#nothingIsHeldUp()
  }

  /** Checks that danger that was due has been attempted, whatever else hangs and whichever process took it before. */
  async #nothingIsHeldUp() {
    const free = this.#bothWays().every(({ held, atOnce }) => held.length < atOnce)
    if (!free) return
    const due = async () => {
      const now = this.#clock.now()
      const { rows } = await sql<{ id: number }>`
        select id from outbox where state = 'waiting' and priority = 0 and next_attempt_at <= ${now}
          and expires_at > ${now} and user_id = ${this.#person.id}
          and (leased_until is null or leased_by <> (select epoch from leases where name = 'keeper'))`.execute(
        this.#world.db,
      )
      expect(rows, 'danger was held up').toEqual([])
    }
    // A message that is repeated because another one finished arrives a moment later.
    await vi.waitFor(due, { timeout: 2000, interval: 10 })
  }

  async #letGo(doArrive: boolean) {
    for (const way of this.#bothWays()) way.letGo(doArrive)
    if (this.#bothWays().every(({ held }) => held.length === 0)) await this.#sender.idle()
    // A message that finished may have made room for another that hangs.
  }

  async take({ sky, neighbor, hanging, house, passes }: Step): Promise<void> {
    expect(this.#wrong).toEqual([])
    for (const way of this.#bothWays()) way.mood = neighbor
    if (hanging !== 'go on') await this.#letGo(hanging === 'arrive')
    await this.#weather(sky)
    if (house === 'dies sending') await this.#dieSending()
    if (house === 'turns' || house === 'tells') await this.#tell(false)
    if (house === 'dies telling') await this.#tell(true)
    if (house === 'turns' || house === 'sends') await this.#send()
    if (passes === 'seconds') this.#clock.advance(6 * secondMs)
    if (passes === 'minutes') {
      // No attempt lasts this long. An attempt that finishes may make room for the next.
      await this.#letGo(false)
      await this.#letGo(false)
      this.#clock.advance(9 * minuteMs)
      await this.#look()
    }
  }

  async #weather(sky: Step['sky']) {
    const strike = async (ring: 1 | 2) => {
      const delay = this.#open.get(ring)
      if (delay === undefined) this.#open.set(ring, await this.#world.open(this.#person, ring))
      else await this.#world.extend(this.#person, delay, ring)
    }
    const inner = this.#open.has(1) ? 1 : 2
    const delay = this.#open.get(inner)
    switch (sky) {
      case 'doubt':
        this.#world.sky.set(`${this.#person.locationId} ${inner}`, unknownState)
        return
      case 'proof':
        return this.#world.sky.clear()
      case 'near':
        await strike(2)
        return strike(1)
      case 'far':
        return strike(2)
      case 'clears':
        return this.#end(inner, 'All Clear')
      case 'unwatched':
        return this.#end(2, 'The ring was changed')
      case 'unproven':
        if (delay !== undefined) await this.#world.unproven(this.#person, delay, inner)
        return
      case 'calm':
    }
  }

  async #dieSending() {
    for (const way of this.#bothWays()) way.dieWith(this.#deaths)
    this.#deaths++
    this.#sender.stop().catch(() => {}) // no one is left to receive the error
    await this.#world.takeOver()
    this.#sender = this.#startSender()
    await this.#send()
  }

  async #end(ring: 1 | 2, because: string) {
    const delay = this.#open.get(ring)
    if (delay === undefined) return
    await this.#world.end(this.#person, delay, because, ring)
    this.#open.delete(ring)
  }

  /** Makes every provider work again, and sends whatever is still due. */
  async #calmDown() {
    for (const way of this.#bothWays()) way.mood = 'is well'
    this.#world.sky.clear()
    for (const pauseMs of [0, minuteMs, 20 * minuteMs, 20 * minuteMs]) {
      this.#clock.advance(pauseMs)
      await this.#look()
      for (const way of this.#bothWays()) way.letGo(true)
      await this.#sender.fill()
      await this.#sender.idle()
    }
  }

  async finish(): Promise<void> {
    await this.#tell(false)
    await this.#calmDown()
    const rows = await this.#world.deliveries(this.#person)
    const gone = (kind: string) => rows.some(row => row.state === kind)
    // During a delay, no one's last message is All Clear unless the danger message expired.
    for (const way of this.#bothWays()) {
      const last = way.arrived.findLast(isAbout)
      if (this.#open.size > 0 && last && !gone('expired') && !gone('failed'))
        expect(isOver(last), 'All Clear is the last word in a delay').toBe(false)
    }
    for (const ring of this.#open.keys()) await this.#end(ring, 'All Clear')
    await this.#tell(false)
    await this.#calmDown()
    await this.#checkTheEnd()
  }

  async #checkTheEnd() {
    expect(this.#wrong).toEqual([])
    const rows = await this.#world.deliveries(this.#person)
    expect(rows.filter(({ state }) => state === 'waiting')).toEqual([])
    const concerns = await this.#world.concerns(this.#person)
    const once = concerns.map(({ event, kind, round }) => `${event} ${kind} ${round}`)
    expect(new Set(once).size, 'told twice').toBe(once.length)
    for (const [name, way] of Object.entries(this.#ways)) {
      const arrived = way.arrived.filter(isAbout)
      const wasRefused = rows.some(({ channel, state }) => channel === name && state === 'failed')
      const last = arrived.at(-1)
      // Everyone who was notified of danger is notified that it is over, or that monitoring stopped.
      if (last && !wasRefused)
        expect(isOver(last) || last.subject.startsWith('No longer monitored'), last.subject).toBe(true)
      const own = new Map(rows.map(row => [`delivery-${row.id}`, row]))
      for (const { key } of arrived) expect(own.get(key)?.channel, 'nobody knows of it').toBe(name)
    }
  }
}

/** Runs one sequence, and checks everything that the reader could have seen. */
export async function playTelling(world: NotifyingWorld, sequence: readonly Step[]): Promise<void> {
  const run = await Run.start(world)
  for (const step of sequence) await run.take(step)
  await run.finish()
}

export async function openTellingRuns(store: Store): Promise<NotifyingWorld> {
  const world = await NotifyingWorld.open(store.db, shiftedClock(middleOfADay), [])
  await sql`alter table users alter column alert_times_enabled set default false`.execute(store.db)
  return world
}
