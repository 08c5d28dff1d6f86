import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { samplePath } from '#domain/cases.testing'
import type { Events } from '#server/events'
import type { FeedMemory, FeedParts } from '#server/feeds/parts'
import { createBus } from '#server/platform/bus'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import { createSchedule, type Schedule } from '#server/platform/schedule'
import { createUpstream } from '#server/platform/upstream/index'

export const hasSamples = samplePath('nws') !== null
export const sample = (name: string): Buffer => readFileSync(samplePath(`nws/${name}`) ?? '')

export const bytesOf = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

/** The service's response: a document, or a fault. */
export type Answer = object | ((response: ServerResponse) => void)
export const notThere: Answer = response => response.writeHead(404, problem).end('{"status":404}')
export const broken: Answer = response => response.writeHead(503, problem).end('{"status":503}')
export const pageOfErrors: Answer = response =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Access denied</html>')
export const halfAnAnswer =
  (document: object): Answer =>
  response => {
    const text = JSON.stringify(document)
    response.writeHead(200, geoJson).end(text.slice(0, text.length / 2))
  }
export const heldFor =
  (seconds: number, document: object): Answer =>
  response =>
    response.writeHead(200, { ...geoJson, age: String(seconds) }).end(JSON.stringify(document))

const problem = { 'content-type': 'application/problem+json' }
const geoJson = { 'content-type': 'application/geo+json' }

/** A stand-in for api.weather.gov, and a feed that uses it. */
export interface World {
  readonly parts: FeedParts
  readonly clock: ShiftedClock
  readonly schedule: Schedule
  /** Responses by path with its query; any other path gets 404. */
  readonly answers: Map<string, Answer>
  /** Paths in the order of the requests. */
  readonly asked: string[]
  readonly remembered: Map<string, unknown>
  readonly said: { readonly [Name in keyof Events]?: Events[Name][] }
  readonly reports: Parameters<FeedParts['report']>[0][]
  /** Runs a task of the feed again, and waits for the task to publish. */
  again(task: string): Promise<void>
  /** Creates a process that takes over, with the same service and stored state. */
  takeOver(): World
  stop(): Promise<void>
}

const listenedTo = [
  'advisories-heard',
  'forecast-heard',
  'forecast-missed',
  'stations-known',
  'readings-heard',
  'roads-heard',
  'roads-missed',
] as const

/** Creates the server's own client, for the simulated service. */
export const anUpstream = (clock: ShiftedClock) =>
  createUpstream({
    name: 'api.weather.gov',
    userAgent: 'skywarden test',
    clock,
    mostAtOnce: 4,
    mostPerMinute: 200,
    random: () => 1,
  })

/** Opens a simulated service whose clock starts at the given time. */
export async function openWorld(startMs: number): Promise<World> {
  const answers = new Map<string, Answer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path) ?? notThere
    if (typeof answer === 'function') answer(response)
    else response.writeHead(200, geoJson).end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const remembered = new Map<string, unknown>()
  const clock = shiftedClock(startMs)
  const worlds: World[] = []

  function createWorld(): World {
    const bus = createBus<Events>(silentLog)
    const schedule = createSchedule(silentLog, clock)
    const reported: { [Name in keyof Events]?: Events[Name][] } = {}
    for (const name of listenedTo) {
      const received: unknown[] = []
      Object.assign(reported, { [name]: received })
      bus.subscribe(name, payload => void received.push(payload))
    }
    const reports: World['reports'] = []
    // Stores values as a database does, keeping only what survives JSON.
    const memory: FeedMemory = {
      recall: async key => remembered.get(key) ?? null,
      keep: async (key, value) => void remembered.set(key, JSON.parse(JSON.stringify(value))),
    }
    const upstream = anUpstream(clock)
    const world: World = {
      parts: {
        clock,
        log: silentLog,
        bus,
        schedule,
        memory,
        upstream,
        baseUrl,
        report: health => void reports.push(health),
      },
      clock,
      schedule,
      answers,
      asked,
      remembered,
      said: reported,
      reports,
      async again(task) {
        const before = reports.length
        schedule.nudge(task)
        while (reports.length === before) await new Promise(resolve => setTimeout(resolve, 2))
        await bus.settled()
      },
      takeOver: createWorld,
      async stop() {
        await Promise.all(worlds.map(each => each.schedule.stop()))
        server.closeAllConnections()
        await new Promise(resolve => server.close(resolve))
      },
    }
    worlds.push(world)
    return world
  }
  return createWorld()
}

/** Waits until a condition is true. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 2))
}
