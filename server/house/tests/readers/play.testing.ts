import { setTimeout as pause } from 'node:timers/promises'
import { minuteMs, secondMs } from '#server/platform/clock'
import { middleOfADay } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import { createSchedule, type Schedule } from '#server/platform/schedule'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { steppedTime, type SteppedTime } from '#server/platform/stepped-time.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { startReceiver, type Receiver } from '#server/rooms/integrations/receiver.testing'
import { smsStatusPath } from '#server/rooms/notifications/sms-status'
import { PushService } from '#server/rooms/notifications/runs/phones.testing'
import { Providers } from './providers.testing.ts'
import type { WebhookReader } from './readers.testing.ts'
import { Town, type Ground } from './town.testing.ts'

/** How far apart two looks are. */
const stepMs = 5 * secondMs

/** Returns the same numbers for the same seed, so that every run is repeatable. */
function chanceFrom(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One or two processes on one database, whose time a test advances, with what is outside of them. */
export class Country implements Ground {
  readonly time: SteppedTime = steppedTime(middleOfADay)
  readonly service = new PushService(() => this.time.clock.now().getTime())
  readonly providers = new Providers(() => this.time.clock.now().getTime())
  readonly hooks = new Map<string, WebhookReader>()
  readonly houses: TestHouse[] = []
  readonly #schedules = new Map<number, Schedule>()
  readonly store: TestStore
  readonly #receiver: Receiver
  #support: TestPerson | undefined

  private constructor(store: TestStore, receiver: Receiver) {
    this.store = store
    this.#receiver = receiver
    receiver.answerWith = ({ path, body }, response) =>
      response.writeHead(this.hooks.get(path)?.receive(body) ?? 404).end()
  }

  static async open(processes: 1 | 2, environment: Readonly<Record<string, string>> = {}): Promise<Country> {
    const country = new Country(await freshStore(), await startReceiver())
    const settings = { ...(await country.providers.open()), ...environment }
    for (let number = 0; number < processes; number++) await country.#start(number, settings)
    const [house] = country.houses as [TestHouse]
    country.#support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
    await country.settled()
    return country
  }

  get hookUrl(): string {
    return this.#receiver.url
  }

  get support(): TestPerson {
    if (!this.#support) throw new Error('It is not open yet')
    return this.#support
  }

  async #start(number: number, settings: Readonly<Record<string, string>>) {
    const { time } = this
    const house = await testHouse({
      clock: time.clock,
      makeSchedule: () => {
        const schedule = createSchedule(silentLog, time.clock, time.startTimer)
        this.#schedules.set(number, schedule)
        return schedule
      },
      store: this.store,
      post: this.service.post,
      listen: true,
      environment: {
        ...settings,
        SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8',
        // Devices know one address.
        ...(number > 0 && { SKYWARDEN_RUN: 'api,engines', BASE_URL: this.houses[0]?.baseUrl ?? '' }),
      },
    })
    this.houses.push(house)
  }

  /** Stops a process and starts it again; another one takes over its work in between. */
  async restart(number: number) {
    await this.houses[number]?.restart()
    await this.settled()
    // Devices and programs connect again within a second.
    await pause(600)
  }

  /** Resolves when everything that the last step began is done. */
  async settled() {
    const isBusy = () =>
      [...this.#schedules.values()].some(schedule => schedule.states().some(({ isRunning }) => isRunning))
    const beganMs = performance.now()
    do {
      while (isBusy() && performance.now() - beganMs < 5000) await pause(1)
      await pause(4)
    } while (isBusy() && performance.now() - beganMs < 5000)
  }

  async step() {
    this.time.advance(stepMs)
    await this.settled()
    await this.service.deliver()
    const [house] = this.houses as [TestHouse]
    await this.providers.deliver(fields => {
      const signature = this.providers.signatureOf(`${house.baseUrl}${smsStatusPath}`, fields)
      const type = 'application/x-www-form-urlencoded'
      const headers = { 'content-type': type, 'x-twilio-signature': signature }
      const payload = new URLSearchParams(fields).toString()
      return house.raw({ method: 'POST', url: smsStatusPath, headers, payload })
    })
  }

  async close() {
    for (const house of this.houses.toReversed()) await house.close()
    await this.#receiver.close()
    await this.providers.close()
    await this.store.close()
  }
}

/** What happens in one town, by its seed. */
class Weather {
  readonly #town: Town
  readonly #chance: () => number
  #stormUntilMs: number
  #silentUntilMs = 0

  constructor(town: Town) {
    this.#town = town
    this.#chance = chanceFrom(town.seed)
    this.#stormUntilMs = town.nowMs + 3 * minuteMs
  }

  #oneOf<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.#chance() * items.length)] ?? items[0]
  }

  async step() {
    const [town, chance] = [this.#town, this.#chance]
    const { nowMs } = town
    // Short ones and long ones, so that a delay often outlasts the end that its first message named.
    if (nowMs > this.#stormUntilMs + (11 + chance() * 300) * minuteMs)
      this.#stormUntilMs = nowMs + chance() ** 2 * 15 * minuteMs
    if (nowMs < this.#stormUntilMs && chance() < 0.05) {
      const agoMs = chance() < 0.2 ? Math.floor(chance() * 180) * secondMs : 0
      await town.strike(this.#oneOf([3, 3, 7, 11, 13.5, 17]), Math.floor(chance() * 360), agoMs)
    }
    if (chance() < 0.003) {
      this.#silentUntilMs = nowMs + chance() * 4 * minuteMs
      town.note(`silent until ${new Date(this.#silentUntilMs).toISOString().slice(11, 19)}`)
    }
    await town.cover(nowMs < this.#silentUntilMs, chance() < 0.001)
    if (chance() < 0.008) await this.#edit()
    for (const believer of town.readers) {
      const { kind, isOn } = believer.reader
      const isPhone = kind === 'push phone' || kind === 'text phone'
      if (kind === 'siren' || chance() >= (isOn ? 0.003 : isPhone ? 0.004 : 0.008)) continue
      town.note(`${kind} ${isOn ? 'is out of reach' : 'is back'}`)
      believer.turn(!isOn, nowMs)
    }
  }

  async #edit() {
    const names = Object.keys(this.#town.edits) as (keyof Town['edits'])[]
    const name = this.#oneOf(names as [keyof Town['edits'], ...(keyof Town['edits'])[]])
    await this.#town.edits[name](this.#oneOf([5, 6, 9, 12]), this.#oneOf([10, 10, 20]))
  }
}

export interface RunFault {
  readonly seed: number
  readonly fault: string
  readonly log: readonly string[]
}

/** Plays the towns of some seeds together in one country; returns the first fault of each reader. */
export async function playReaders(seeds: readonly number[], minutes: number, processes: 1 | 2 = 2) {
  const country = await Country.open(processes)
  const faults = new Map<string, RunFault>()
  const towns: Town[] = []
  const counts = new Map<string, number>()
  try {
    for (const [spot, seed] of seeds.entries()) towns.push(await Town.open(country, seed, spot))
    const weathers = towns.map(town => new Weather(town))
    const chance = chanceFrom(seeds[0] ?? 0)
    const steps = (minutes * minuteMs) / stepMs
    for (let step = 0; step < steps; step++) {
      for (const weather of weathers) await weather.step()
      if (step % Math.ceil(steps / 3) === Math.floor(steps / 5)) {
        const number = Math.floor(chance() * country.houses.length)
        for (const town of towns) town.note(`process ${number} restarts`)
        await country.restart(number)
      }
      if (step % 60 === 59)
        country.service.manners =
          chance() < 0.6 ? 'as asked' : chance() < 0.5 ? 'keeps all' : 'keeps all, newest first'
      await country.step()
      for (const town of towns) {
        await town.ask()
        town.count(counts)
        for (const [reader, fault] of town.faults()) {
          const key = `${town.seed} ${reader}`
          if (faults.has(key)) continue
          town.note(fault)
          faults.set(key, { seed: town.seed, fault, log: [...town.log] })
        }
      }
    }
  } finally {
    for (const town of towns) await town.close()
    await country.close()
  }
  return { faults: [...faults.values()], counts }
}

/** The faults of each town, each after what happened there. */
export const faultsIn = ({ faults }: { readonly faults: readonly RunFault[] }): string[] =>
  faults.flatMap(({ seed, fault, log }) => [`seed ${seed}: ${fault}`, ...log])
