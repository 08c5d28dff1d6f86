import mqtt, { MqttClient, type IClientOptions, type StreamBuilder } from 'mqtt'
import type { DeviceAddress, DeviceReading, DeviceState } from '#contract/devices/devices'
import { topicOf } from '#contract/devices/devices'
import type { DeviceModel } from '#domain/hardware/models'
import { abilitiesOf } from '#domain/hardware/models'
import { obey } from '#domain/hardware/obey'
import type { DeviceAnswer, DeviceMemory, DeviceReaction, Sound } from '#domain/hardware/obey-memory'
import { announceAnswer, doingOf, keep, newDeviceMemory, withAnswer } from '#domain/hardware/obey-memory'
import { nextEndMs, tick, wake } from '#domain/hardware/obey-time'
import type { DeviceTime } from './device-time.ts'
import { makeSession, mqttPassword, readCommand, signAnswer } from './device-tokens.ts'
import { clockOffByMs, lowVoltage, slowByMs, usualVoltage, type DeviceFault } from './faults.ts'
import { fetchRecording } from './recording.ts'

export interface DeviceParts extends DeviceAddress {
  readonly model: DeviceModel
  readonly key: Uint8Array
  /** URL of the broker (mqtt, mqtts, ws or wss), or a function that creates a stream to it. */
  readonly broker: string | StreamBuilder
  readonly mqttOptions?: IClientOptions
  readonly relays?: readonly string[]
  /** The device's time, which no one can set; `clockOffMs` is the offset of its clock. */
  readonly time: DeviceTime
  readonly clockOffMs?: () => number
  /** True for an older device without sessions, which uses its own clock. */
  readonly isWithoutSessions?: boolean
  /** Returns what a weather station currently measures and sees. */
  readonly measure?: (nowMs: number) => Omit<DeviceReading, 'at'> | undefined
  readonly look?: (nowMs: number) => Uint8Array | undefined
  readonly readingEveryMs?: number
  /**
   * Called for every sound that starts, as someone nearby would hear it; with a recording only if it is the right one.
   */
  readonly onSound?: (sound: Sound, recording: Uint8Array | undefined) => void
}

export interface SimulatedDevice {
  readonly device: string
  readonly memory: () => DeviceMemory
  /** Resolves when it is connected and its first state has been accepted. */
  start(): Promise<void>
  stop(): Promise<void>
  setFault(fault: DeviceFault, isOn: boolean): Promise<void>
  /** Simulates unplugging the device and plugging it in again. */
  losePower(): Promise<void>
  sendReading(): void
  sendImage(): void
}

const stateEveryMs = 60_000
const usualReadingEveryMs = 10_000
const imageEveryMs = 5 * 60_000
const firmware = 'simulated 1.0'
/** A key and a command that belong to no one. A faulty device may sign with this key or answer this command. */
const foreignKey = new Uint8Array(32)
const foreignCommand = '00000000-0000-4000-8000-000000000000'

export function createDevice(parts: DeviceParts): SimulatedDevice {
  const { device, model, key, time } = parts
  const on = new Set<DeviceFault>()
  const running = new Set<() => void>()
  let memory = newDeviceMemory(device, model, parts.relays)
  let signed: { readonly commandId: string; readonly token: string }[] = []
  const unread: (() => Promise<void>)[] = []
  let client: MqttClient | undefined
  let states = 0
  let work = Promise.resolve()
  let callOffEnd = () => {}

  const nowMs = () => time.nowMs()
  const clockMs = () => nowMs() + (parts.clockOffMs?.() ?? 0) + (on.has('wrong clock') ? clockOffByMs : 0)
  const mustRun = (act: () => Promise<void>) => (work = work.then(act, act))

  function publish(
    channel: 'state' | 'answer' | 'reading' | 'image',
    payload: string | Uint8Array,
    qos: 0 | 1,
  ) {
    if (!client?.connected) return Promise.resolve()
    const message = typeof payload === 'string' ? payload : Buffer.from(payload)
    return client.publishAsync(topicOf(parts, channel), message, { qos, retain: channel === 'state' }).then(
      () => {},
      () => {},
    ) // it has disconnected; the next state includes everything
  }

  function stateNow(): DeviceState {
    const session = parts.isWithoutSessions ? {} : { session: makeSession(key, nowMs(), ++states) }
    if (session.session !== undefined) memory = announceAnswer(memory, { id: session.session, atMs: nowMs() })
    const { kept } = memory
    return {
      online: true,
      at: new Date(clockMs()).toISOString(),
      ...session,
      model,
      firmware,
      voltage: on.has('low battery') ? lowVoltage : usualVoltage,
      ...doingOf(memory),
      relays: Object.entries(kept.relays).map(([id, toggled]) => ({ id, toggled })),
      counter: kept.counter,
      disbelieved: kept.disbelieved,
      answers: signed.map(({ token }) => token),
    }
  }
  const sendState = () => publish('state', JSON.stringify(stateNow()), 1)

  async function sendAnswer(answer: DeviceAnswer) {
    const signingKey = on.has('forged signature') ? foreignKey : key
    const reported = on.has('answers for another') ? { ...answer, commandId: foreignCommand } : answer
    const token = await signAnswer(reported, device, signingKey, clockMs())
    signed = [
      ...signed.filter(({ commandId }) => commandId !== answer.commandId),
      { commandId: answer.commandId, token },
    ]
    signed = signed.slice(-8)
    const times = on.has('duplicate answers') ? 3 : 1
    const send = () => {
      for (let sent = 0; sent < times; sent++) void publish('answer', token, 1)
      void sendState()
    }
    if (on.has('slow')) later(slowByMs, send)
    else send()
  }

  function later(ms: number, act: () => void): () => void {
    const callOff = time.after(ms, () => {
      running.delete(callOff)
      act()
    })
    running.add(callOff)
    return () => {
      callOff()
      running.delete(callOff)
    }
  }

  function listenTo(before: Sound | null, after: Sound | null) {
    if (
      !after ||
      (before?.sinceMs === after.sinceMs && before.what === after.what && before.event === after.event)
    )
      return
    if (after.what !== 'speaking' || !after.speech) return parts.onSound?.(after, undefined)
    void fetchRecording(after.speech).then(recording => {
      if (memory.sound === after) parts.onSound?.(after, recording)
    })
  }

  async function take({ memory: next, answers }: DeviceReaction) {
    const before = memory.sound
    memory = next
    listenTo(before, next.sound)
    callOffEnd()
    const endMs = nextEndMs(memory)
    if (endMs !== undefined) {
      callOffEnd = later(endMs - nowMs(), () => void mustRun(() => take(tick(memory, nowMs()))))
    }
    for (const answer of answers) await sendAnswer(answer)
  }

  function read(act: () => Promise<void>) {
    if (on.has('asleep')) unread.push(act)
    else void mustRun(act)
  }

  async function hear(token: string, isRetained: boolean) {
    const command = await readCommand(token, key)
    if (!command) {
      memory = keep(memory, { disbelieved: memory.kept.disbelieved + 1 })
      return
    }
    if (on.has('lying')) return take(lie(command.id))
    await take(obey(memory, command, nowMs(), { clockMs: clockMs(), isRetained }))
  }

  function lie(commandId: string): DeviceReaction {
    const nothing = { memory, answers: [] }
    return withAnswer(withAnswer(nothing, { commandId, phase: 'started', because: null }), {
      commandId,
      phase: 'finished',
      because: null,
    })
  }

  function every(ms: number, act: () => void) {
    later(ms, () => {
      act()
      every(ms, act)
    })
  }

  function sendReading() {
    const measured = parts.measure?.(clockMs())
    if (measured) {
      void publish('reading', JSON.stringify({ at: new Date(clockMs()).toISOString(), ...measured }), 0)
    }
  }

  function sendImage() {
    const jpeg = parts.look?.(nowMs())
    if (jpeg) void publish('image', jpeg, 1)
  }

  async function connect() {
    if (on.has('offline')) return
    const options: IClientOptions = {
      protocolVersion: 4,
      keepalive: 30,
      reconnectPeriod: 1000,
      ...parts.mqttOptions,
      clientId: device,
      username: device,
      password: mqttPassword(key),
      clean: true,
      will: {
        topic: topicOf(parts, 'state'),
        payload: Buffer.from('{"online":false}'),
        qos: 1,
        retain: true,
      },
    }
    const mine =
      typeof parts.broker === 'string'
        ? mqtt.connect(parts.broker, options)
        : new MqttClient(parts.broker, options)
    client = mine
    mine.on('message', (_topic, payload, { retain }) => read(() => hear(payload.toString('utf8'), retain)))
    await new Promise<void>((resolve, reject) => {
      // A rejection has a code. If the connection is broken instead, it is retried.
      mine.on('error', error => void ('code' in error && typeof error.code === 'number' && reject(error)))
      mine.on('connect', () => {
        mine
          .subscribeAsync(topicOf(parts, 'command'), { qos: 1 })
          .then(sendState)
          .then(resolve, (error: Error) => void (mine.connected && reject(error)))
      })
    })
  }

  async function disconnect() {
    const mine = client
    client = undefined
    // Closed without a DISCONNECT, like a broken connection, so the broker publishes its will.
    if (mine) {
      mine.stream?.destroy()
      await mine.endAsync(true)
    }
  }

  return {
    device,
    memory: () => memory,
    async start() {
      await connect()
      every(stateEveryMs, () => void sendState())
      if (abilitiesOf(model).station) {
        every(parts.readingEveryMs ?? usualReadingEveryMs, sendReading)
        every(imageEveryMs, sendImage)
      }
    },
    async stop() {
      for (const callOff of running) callOff()
      running.clear()
      await disconnect()
    },
    async setFault(fault, isOn) {
      if (isOn) on.add(fault)
      else on.delete(fault)
      if (fault === 'asleep' && !isOn) for (const act of unread.splice(0)) await mustRun(act)
      if (fault === 'offline') await (isOn ? disconnect() : connect())
      else await sendState()
    },
    async losePower() {
      await disconnect()
      await mustRun(() => take(wake(memory, nowMs())))
      await connect()
    },
    sendReading,
    sendImage,
  }
}
