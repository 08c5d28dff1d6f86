import type { Server } from 'node:http'
import type { Config } from '#server/config'
import type { Facts } from '#server/facts'
import { createGateway, passwordOf } from '#server/gateway/index'
import type { Weather, WeatherParts } from '#server/house/weather'
import { secondMs } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Served } from '#server/platform/http/serve'
import type { Keeper } from '#server/platform/keeping/index'
import { createHardware, type HardwareRoom } from '#server/rooms/hardware/index'
import { createPublicAddress } from '#server/rooms/public-address/index'
import { createSpeech } from '#server/rooms/speech/index'

export interface FieldParts extends WeatherParts {
  readonly config: Pick<Config, 'baseUrl' | 'mqtt'>
  readonly weather: Weather
  /** Only the process that has it lets devices in. */
  readonly gateway: Keeper<Facts>
}

export interface Field {
  readonly routes: readonly Served[]
  readonly hardware: HardwareRoom
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  /** Where devices come in by WebSocket. */
  useServer(server: Server): void
  /** Opens the door if it is this process's, and closes it if it is no more. */
  tend(): Promise<void>
  stop(): Promise<void>
}

/** Builds what stands in the field: sirens, stations, relays, loudspeakers, and the door that they come in by. */
export function buildField({ config, weather, ...parts }: FieldParts): Field {
  const { clock, log, schedule } = parts
  const speech = createSpeech({ ...parts, baseUrl: config.baseUrl })
  const { speechOf } = speech
  const hardware = createHardware({
    ...parts,
    ...weather.forField,
    isWeatherSimulated: parts.sources.simulated,
    speechOf,
    passwordOf,
  })
  const publicAddress = createPublicAddress({ db: parts.db, units: hardware, speechOf })
  const makeDoor = () =>
    createGateway({
      config: config.mqtt,
      clock,
      log,
      directory: { find: device => hardware.findDevice(device) },
      heard: hardware.hearing,
    })
  let server: Server | undefined
  let door = makeDoor()
  let isOpen = false

  async function open() {
    isOpen = true
    await hardware.openDoor(door)
    await door.open()
  }
  /** A door that was closed stays so: whoever opens it again has another. */
  async function close() {
    if (!isOpen) return
    isOpen = false
    await door.close()
    door = makeDoor()
    if (server) door.upgrade(server)
  }
  let tending: Promise<void> = Promise.resolve()
  const tend = () =>
    (tending = tending.then(async () => {
      const isOurs = parts.gateway.epoch() !== null
      if (isOurs && !isOpen) await open()
      if (!isOurs && isOpen) await close()
    }))
  schedule.every('device door', secondMs, tend)

  return {
    routes: [...hardware.routes, ...publicAddress.routes, ...speech.routes],
    hardware,
    readyChecks: [
      {
        name: 'devices',
        check: async () => {
          if (!isOpen) return 'Another process lets devices in'
          try {
            for (const { check } of door.readyChecks) await check()
            return 'Devices may connect'
          } catch (error) {
            // One of our own doors is shut, and the others are open: people are served all the same.
            if (config.mqtt.url !== undefined) throw error
            return (error as Error).message
          }
        },
      },
    ],
    figures: door.figures.map((figure, index) => ({
      ...figure,
      read: async () => (await door.figures[index]?.read()) ?? [],
    })),
    useServer(used) {
      server = used
      door.upgrade(used)
    },
    tend,
    async stop() {
      await tending.catch(() => {}) // told to the schedule
      await close()
      await hardware.hearing.settled()
    },
  }
}
