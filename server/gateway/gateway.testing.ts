import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceReading, DeviceState } from '#contract/devices/devices'
import type { DeviceAction, DeviceCommand, DeviceSession, Sounding } from '#domain/hardware/command'
import { lifeMsOf } from '#domain/hardware/command'
import type { DeviceModel } from '#domain/hardware/models'
import type { MqttConfig } from '#server/config'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import type { DeviceParts, SimulatedDevice } from '#simulator/devices/device'
import { createDevice } from '#simulator/devices/device'
import { passingTime, type DeviceTime } from '#simulator/devices/device-time'
import { createGateway, type Gateway, type ReceivedMessages, type KnownDevice } from './index.ts'

/** Waits for a condition that must become true soon. */
export async function soon(what: string, isTrue: () => boolean, mostMs = 10_000): Promise<void> {
  const endMs = performance.now() + mostMs
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`Never came true: ${what}`)
    await sleep(10)
  }
}

const keyOf = (device: string) => createHash('sha256').update(`key of ${device}`).digest()

export function knownDevice(device: string, model: DeviceModel = 'OWS', customerId = 7): KnownDevice {
  return { customerId, device, model, key: keyOf(device) }
}

export interface ReceivedReply {
  readonly device: string
  readonly commandId: string
  readonly word: string
}

/** Creates a gateway with the devices that a test names, and records everything it receives. */
export function gatewayOnABench(config: MqttConfig, known: readonly KnownDevice[]) {
  const directory = new Map(known.map(each => [each.device, each]))
  const states: { readonly device: string; readonly state: DeviceState | 'gone' }[] = []
  const answers: ReceivedReply[] = []
  const readings: { readonly device: string; readonly reading: DeviceReading }[] = []
  const images: { readonly device: string; readonly jpeg: Uint8Array }[] = []
  const sessions = new Map<string, DeviceSession>()
  const received: ReceivedMessages = {
    state: ({ device }, state, at) => {
      states.push({ device, state })
      if (state !== 'gone' && state.session !== undefined)
        sessions.set(device, { id: state.session, heardMs: at.getTime() })
    },
    answer: async ({ device }, { commandId, phase, because }) =>
      void answers.push({ device, commandId, word: because ?? phase }),
    reading: ({ device }, reading) => void readings.push({ device, reading }),
    image: ({ device }, jpeg) => void images.push({ device, jpeg }),
  }
  const gateway = createGateway({
    config,
    clock: systemClock,
    log: silentLog,
    directory: { find: async device => directory.get(device) },
    received,
  })
  let counter = 0

  /** Waits until a device's session has arrived: a command for an earlier one would be refused. */
  const heardFrom = (device: SimulatedDevice) =>
    soon('its session is known', () =>
      device.memory().sessions.some(({ id }) => id === sessions.get(device.device)?.id),
    )

  return {
    gateway,
    directory,
    states,
    answers,
    readings,
    images,
    heardFrom,
    async start(device: SimulatedDevice) {
      await device.start()
      await heardFrom(device)
    },
    stateOf: (device: string) => states.findLast(each => each.device === device)?.state,
    wordsOf: (commandId: string) =>
      answers.filter(each => each.commandId === commandId).map(({ word }) => word),
    command(to: KnownDevice, act: DeviceAction, changed: Partial<DeviceCommand> = {}): DeviceCommand {
      const issuedMs = Date.now()
      const expiresMs = issuedMs + lifeMsOf(act)
      const session = sessions.get(to.device)
      const own = { id: randomUUID(), device: to.device, counter: ++counter, issuedMs, expiresMs, act }
      return { ...own, ...(session && { session }), ...changed }
    },
    rejections: () => rejectionsOf(gateway),
  }
}
export type Bench = ReturnType<typeof gatewayOnABench>

async function rejectionsOf({ figures }: Gateway): Promise<Readonly<Record<string, number>>> {
  const figure = figures.find(({ name }) => name === 'skywarden_device_rejections')
  const counts = (await figure?.read()) ?? []
  return Object.fromEntries(counts.map(({ labels, value }) => [labels?.['why'] ?? '', value]))
}

/** Returns the real time, which a test can advance; timers that are due fire immediately. */
export function movedTime(): DeviceTime & { advance(byMs: number): void } {
  let shiftMs = 0
  const due = new Map<() => void, number>()
  const nowMs = () => Date.now() + shiftMs
  const run = () => {
    for (const [act, atMs] of due) if (atMs <= nowMs() && due.delete(act)) act()
  }
  return {
    nowMs,
    after(ms, act) {
      const later = () => act()
      due.set(later, nowMs() + ms)
      const timer = setTimeout(run, ms)
      return () => {
        clearTimeout(timer)
        due.delete(later)
      }
    },
    advance(byMs) {
      shiftMs += byMs
      run()
    },
  }
}

/** Creates the devices of one test, which all stop with it. */
export function devicesAt(broker: string, mqttOptions: NonNullable<DeviceParts['mqttOptions']> = {}) {
  const started: SimulatedDevice[] = []
  return {
    make(known: KnownDevice, parts: Partial<DeviceParts> = {}): SimulatedDevice {
      const time = passingTime(() => Date.now())
      const device = createDevice({ ...known, broker, mqttOptions, time, ...parts })
      started.push(device)
      return device
    },
    stopAll: () => Promise.all(started.splice(0).map(device => device.stop())),
  }
}

export const shortWarning = (
  event: string,
  { sounding = { seconds: 1, times: 1 }, isTest = false }: { sounding?: Sounding; isTest?: boolean } = {},
): DeviceAction => ({
  kind: 'warn',
  event,
  sounding,
  speech: null,
  isTest,
})
