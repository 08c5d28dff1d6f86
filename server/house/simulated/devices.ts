import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { createDevice, type SimulatedDevice } from '#simulator/devices/device'
import { passingTime } from '#simulator/devices/device-time'
import { deviceReading } from '#contract/devices/devices'
import { createReadings } from '#simulator/stations/readings'
import { demoStations } from '#simulator/stations/stations'
import { createWorld } from '#simulator/world'
import type { Config } from '#server/config'
import { weakDevice } from '#server/house/demo/devices'
import { worldSeed } from './weather.ts'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { knownDevice, listDeviceRows, listRelayRows, type DeviceRow } from '#server/rooms/hardware/index'
import type { Sources } from '#server/sources'

export interface SimulatedDevicesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  /** Where every device connects. */
  readonly broker: string
}

const measured = z.omit(deviceReading, { at: true })

/** Starts simulated devices. Each connects to the same listener, with the same rights, as a real one on a pole. */
async function startSimulatedDevices(deps: SimulatedDevicesDeps): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, secrets, broker } = deps
  const readings = createReadings(createWorld(worldSeed))
  const stations = demoStations()

  async function make(row: DeviceRow): Promise<SimulatedDevice> {
    const station = stations.find(({ id }) => id === row.device.replace('owx', 'wxs'))
    const relays = await listRelayRows(db, row.customer_id, [row.id])
    return createDevice({
      ...knownDevice(row, secrets),
      broker,
      relays: relays.map(({ name }) => name),
      time: passingTime(() => clock.now().getTime()),
      readingEveryMs: minuteMs,
      // Sends every value that the protocol has: without sun and pressure the WBGT would be a guess that changes every
      // minute.
      ...(station && { measure: nowMs => measured.parse(readings.readingAt(station, nowMs)) }),
    })
  }

  const rows = (await listDeviceRows(db, 'system')).filter(({ is_simulated }) => is_simulated)
  const devices = await Promise.all(rows.map(make))
  for (const device of devices) {
    device
      .start()
      .then(() => (device.device === weakDevice ? device.setFault('low battery', true) : undefined))
      .catch((error: unknown) =>
        log.error({ err: error, device: device.device }, 'a simulated device could not connect'),
      )
  }
  return { stop: async () => void (await Promise.all(devices.map(device => device.stop()))) }
}

/** Starts them once a server is listening, if it is the demo and its devices use its own listener. */
export function simulatedDevicesBehind(
  http: FastifyInstance,
  {
    config: { demo, mqtt, runs, port },
    sources,
    ...deps
  }: Omit<SimulatedDevicesDeps, 'broker'> & {
    readonly config: Pick<Config, 'demo' | 'mqtt' | 'runs' | 'port'>
    readonly sources: Pick<Sources, 'simulated'>
  },
): { stop(): Promise<void> } {
  let devices: { stop(): Promise<void> } | undefined
  if (demo && sources.simulated && mqtt.url === undefined && runs.has('gateway'))
    http.addHook('onListen', async () => {
      devices = await startSimulatedDevices({ ...deps, broker: `ws://localhost:${port}/mqtt` })
    })
  return { stop: async () => devices?.stop() }
}
