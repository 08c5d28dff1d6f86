import type { Server } from 'node:http'
import { publishEveryMs } from '#domain/integrations/home-assistant'
import type { Config } from '#server/config'
import type { Facts } from '#server/facts'
import { DoorNotes } from '#server/feeds/door-notes'
import { TempestListener } from '#server/feeds/instrument-datagrams/index'
import { InstrumentLines } from '#server/feeds/instrument-lines/index'
import { createMqttSenders } from '#server/feeds/instrument-mqtt/index'
import type { InstrumentPort } from '#server/feeds/instrument-port'
import { startInstrumentPolls } from '#server/feeds/instrument-polls/index'
import type { Services } from '#server/feeds/instrument-polls/questions'
import { mountUploads } from '#server/feeds/uploads/index'
import {
  addressesOf,
  createGateway,
  devicePasswordOf,
  type KnownListener,
  type ListenerDirectory,
  type RetainedMessage,
} from '#server/gateway/index'
import { isHeldHere } from '#server/house/processes'
import type { Weather, WeatherParts } from '#server/house/weather'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { LightPages } from '#server/platform/http/light-pages'
import type { Served } from '#server/platform/http/serve'
import type { MountPages } from '#server/platform/http/server'
import type { Leadership } from '#server/platform/leadership/index'
import type { Outside } from '#server/platform/outside/index'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Schedule } from '#server/platform/schedule'
import { createHardware, type HardwareRoom } from '#server/rooms/hardware/index'
import { createInstruments } from '#server/rooms/instruments/index'
import { createPublicAddress } from '#server/rooms/public-address/index'
import { createSpeech } from '#server/rooms/speech/index'

export interface FieldParts extends WeatherParts {
  readonly config: Pick<Config, 'baseUrl' | 'mqtt' | 'tempestUdpPort'>
  readonly weather: Weather
  readonly lightPages: LightPages
  /** Programs that subscribe to the state of places; the process with the device listener publishes it. */
  readonly listening: Listening
  /** The server polls instruments from the process that runs the feeds. */
  readonly feedSchedule: Schedule
  readonly outside: Outside
  /** The services of instrument makers, unless a test simulates them. */
  readonly makersServices?: Services | undefined
  readonly isRehearsal: () => boolean
  /** Only the leader for this role admits devices. */
  readonly gateway: Leadership<Facts>
}

export interface FieldPart {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
  readonly hardware: HardwareRoom
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  /** Where devices connect by WebSocket. */
  useServer(server: Server): void
  stop(): Promise<void>
}

export interface Listening {
  readonly listeners: ListenerDirectory
  /** Returns what to publish now, and whose keys are valid. */
  news(isFirst: boolean): Promise<{
    readonly messages: readonly RetainedMessage[]
    readonly isGood: (known: KnownListener) => boolean
  }>
}

const brokerOutside =
  'Instruments cannot connect over MQTT: the operator of this server uses another broker (MQTT_URL). Please send by HTTP.'
/** A listener that takes longer than this to open has failed. */
const openInMs = 15 * secondMs
/** Two canaries in a row have been missed, plus a margin. */
const canaryMissedSeconds = 125

/** Builds everything in the field: sirens, stations, relays, loudspeakers, and the listener they connect to. */
export async function buildField({ config, weather, listening, ...parts }: FieldParts): Promise<FieldPart> {
  const { clock, log, schedule } = parts
  const speech = createSpeech({ ...parts, baseUrl: config.baseUrl })
  const { speechOf } = speech
  const instruments = await createInstruments({
    ...parts,
    ...weather.forField,
    mqttAddresses: config.mqtt.url === undefined ? addressesOf(config.mqtt) : [],
  })
  const hardware = await createHardware({
    ...parts,
    ...weather.forField,
    isWeatherSimulated: parts.sources.simulated,
    speechOf,
    passwordOf: devicePasswordOf,
    silentInstruments: instruments.silentOf,
  })
  const publicAddress = createPublicAddress({ db: parts.db, units: hardware, speechOf })
  // A detector's serial server accepts only one connection, and lightning networks limit requests, so a rehearsal uses
  // neither.
  const unlessRehearsal: InstrumentPort = {
    ...instruments.connections,
    wanted: each => (parts.isRehearsal() ? [] : instruments.connections.wanted(each)),
  }
  const polls = startInstrumentPolls({
    ...parts,
    schedule: parts.feedSchedule,
    instruments: unlessRehearsal,
    ...(parts.makersServices && { services: parts.makersServices }),
  })
  const tempests = new TempestListener({
    ...parts,
    port: config.tempestUdpPort,
    instruments: instruments.connections,
    isOurs: () => parts.feeds.term() !== null,
  })
  schedule.every('Tempest hubs', 2 * secondMs, () => tempests.tend())
  const lines = new InstrumentLines({
    ...parts,
    instruments: unlessRehearsal,
    isOurs: () => parts.feeds.term() !== null,
  })
  schedule.every('instrument lines', secondMs, async () => lines.tend(clock.monotonicMs()))
  const senders = createMqttSenders(instruments.desk, clock)
  const makeDoor = () =>
    createGateway({
      config: config.mqtt,
      clock,
      log,
      directory: { find: device => hardware.findDevice(device) },
      listeners: listening.listeners,
      senders,
      received: hardware.hearing,
    })
  let server: Server | undefined
  let door = makeDoor()
  let isOpen = false
  /** When the listener should have opened, if it is still not open. */
  let shutSinceMs: number | undefined
  let trouble: string | undefined

  async function open() {
    shutSinceMs ??= clock.monotonicMs()
    try {
      await hardware.openDoor(door)
      await door.open()
      if (server) door.upgrade(server)
      isOpen = true
      shutSinceMs = trouble = undefined
      schedule.nudge('device canary')
    } catch (error) {
      trouble = (error as Error).message
      await close()
      throw error
    }
  }
  /** Closes the listener for good: opening again creates a new one. */
  async function close() {
    isOpen = false
    const closed = door
    door = makeDoor()
    await closed.close()
  }
  let isStopping = false
  let isHeldBack = false
  let tending: Promise<void> = Promise.resolve()
  schedule.every('device door', secondMs, () => {
    tending = (async () => {
      // Devices on an external broker are real, whichever server commands them: a rehearsal does not connect there.
      const isHeld = config.mqtt.url !== undefined && (await isRehearsal(parts.db))
      isHeldBack = isHeld
      const isOurs = parts.gateway.term() !== null && !isStopping && !isHeld
      if (isOurs && !isOpen) await open()
      if (!isOurs && isOpen) await close()
      if (!isOurs) shutSinceMs = trouble = undefined
    })()
    return tending
  })

  const mqttNotes = new DoorNotes(instruments.connections, 'mqtt')
  schedule.every('instrument senders', 5 * secondMs, async () => {
    door.keepSenders()
    if (config.mqtt.url !== undefined && parts.gateway.term() !== null) mqttNotes.show(brokerOutside)
  })

  let reportedBy: typeof door | undefined
  schedule.every('listeners', publishEveryMs, async () => {
    if (!isOpen || (await isRehearsal(parts.db))) return
    const used = door
    const { messages, isGood } = await listening.news(used !== reportedBy)
    if (used !== door) return
    await used.sendRetained(messages, isGood)
    reportedBy = used
  })

  let canary: { readonly atMs: number; readonly fault: string | null } | undefined
  schedule.every('device canary', minuteMs, async () => {
    if (!isOpen) return
    const used = door
    const fault = await used.sendCanary().then(
      doorsTried => (doorsTried === 0 ? undefined : null),
      (error: Error) => error.message,
    )
    // Nothing is listening yet, or the listener was closed in the meantime.
    if (fault === undefined || used !== door) return
    if (fault !== null) log.error({ fault }, 'the canary device cannot connect, so sirens cannot either')
    canary = { atMs: clock.monotonicMs(), fault }
  })

  async function checkDoor(): Promise<string> {
    if (!(await isHeldHere(parts.gateway, 'accepted devices'))) return 'Another process accepts devices'
    if (isHeldBack) return 'Rehearsal: not connected to the device broker'
    const shutMs = clock.monotonicMs() - (shutSinceMs ?? clock.monotonicMs())
    if (trouble !== undefined || shutMs > openInMs)
      throw new Error(
        `This process should accept devices but cannot: ${trouble ?? 'the listener has not opened'}`,
      )
    if (!isOpen) return 'The device listener is opening'
    for (const { check } of door.readyChecks) await check()
    if (!canary) return 'Devices can connect; the first canary device is connecting'
    if (canary.fault !== null) throw new Error(canary.fault)
    const seconds = Math.round((clock.monotonicMs() - canary.atMs) / secondMs)
    if (seconds > canaryMissedSeconds) throw new Error(`No canary device has connected for ${seconds} s`)
    return `Devices can connect: a canary device connected ${seconds} s ago`
  }

  return {
    routes: [...hardware.routes, ...instruments.routes, ...publicAddress.routes, ...speech.routes],
    pages: [...hardware.pages, mountUploads(instruments.desk)],
    hardware,
    readyChecks: [{ name: 'devices', check: checkDoor }],
    figures: [
      ...hardware.figures,
      ...instruments.figures,
      ...tempests.figures,
      ...door.figures.map((figure, index) => ({
        ...figure,
        read: async () => (await door.figures[index]?.read()) ?? [],
      })),
    ],
    useServer(used) {
      server = used
      used.once('listening', () => schedule.nudge('device canary'))
      if (isOpen) door.upgrade(used)
    },
    async stop() {
      isStopping = true
      await tending.catch(() => {}) // the schedule reports it
      if (isOpen) await close()
      await hardware.hearing.settled()
      await polls.stop()
      await tempests.stop()
      await lines.stop()
      await instruments.stop()
    },
  }
}
