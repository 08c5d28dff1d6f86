import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceAction } from '#domain/hardware/command'
import { createGateway, type Gateway, type ReceivedMessages, type KnownDevice } from '#server/gateway/index'
import { mosquitto, startMosquitto } from '#server/gateway/mosquitto.testing'
import type { MqttConfig } from '#server/config'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { freePort } from '#server/platform/free-port.testing'
import { plannedDevices } from './device-plan.ts'
import { quantile } from '#bench/live-stream-client'
import { startServer } from '#bench/servers'

const sirens = 500
const rounds = 10
const stations = 5000
const listenSeconds = 30

const ignored: ReceivedMessages = {
  state: () => {},
  answer: async () => {},
  reading: () => {},
  image: () => {},
}

async function openGateway(
  config: MqttConfig,
  known: readonly KnownDevice[],
  received: Partial<ReceivedMessages>,
) {
  const byName = new Map(known.map(each => [each.device, each]))
  const directory = { find: async (device: string) => byName.get(device) }
  const parts = { config, clock: systemClock, log: silentLog, directory }
  const gateway = createGateway({ ...parts, received: { ...ignored, ...received } })
  await gateway.open()
  for (;;) {
    const isReady = await Promise.all(gateway.readyChecks.map(({ check }) => check())).then(
      () => true,
      () => false, // not yet connected to an external broker
    )
    if (isReady) return gateway
    await sleep(50)
  }
}

/** Sends a command to all sirens at the same time, this many times, and measures when each reports that it started. */
async function commandRounds(
  gateway: Gateway,
  known: readonly KnownDevice[],
  onAnswers: Map<string, () => void>,
) {
  const waits: number[] = []
  let counter = 0
  const sendToAll = async (act: DeviceAction) => {
    counter++
    await Promise.all(
      known.map(async to => {
        const id = randomUUID()
        const nowMs = Date.now()
        const begunMs = performance.now()
        const answered = new Promise<void>(resolve => onAnswers.set(id, resolve))
        await gateway.send(
          { id, device: to.device, counter, issuedMs: nowMs, expiresMs: nowMs + 30_000, act },
          to,
        )
        await Promise.race([answered, sleep(30_000)])
        waits.push(performance.now() - begunMs)
      }),
    )
  }
  for (let round = 0; round < rounds; round++) {
    await sendToAll({ kind: 'light', event: `test ${round}` })
    await sendToAll({ kind: 'stop test' })
    await sleep(1000)
  }
  return waits.sort((a, b) => a - b)
}

async function measureCommands(name: string, config: MqttConfig, port: number) {
  const known = plannedDevices('OWS', sirens)
  const onAnswers = new Map<string, () => void>()
  const gateway = await openGateway(config, known, {
    answer: async (_from, { commandId }) => {
      onAnswers.get(commandId)?.()
      onAnswers.delete(commandId)
    },
  })
  const fleet = await startServer('devices/device-fleet.ts', port, 'OWS', String(sirens))
  const waits = await commandRounds(gateway, known, onAnswers)
  const ms = (share: number) => `${Math.round(quantile(waits, share))} ms`
  console.log(
    `  ${name}: ${waits.length} commands to ${sirens} sirens, all at once; command to response p50 ${ms(0.5)}, ` +
      `p99 ${ms(0.99)} (target: p99 under 1000 ms); ${onAnswers.size} without a response`,
  )
  fleet.process.kill('SIGTERM')
  await once(fleet.process, 'exit')
  await gateway.close()
}

async function measureReadings(name: string, config: MqttConfig, port: number) {
  const known = plannedDevices('WXS', stations)
  const received = new Map<string, { first: number; last: number; count: number }>()
  let isCounting = false
  const gateway = await openGateway(config, known, {
    reading: ({ device }, { rainTodayInches }) => {
      const serial = rainTodayInches ?? 0
      if (!isCounting) return
      const so = received.get(device) ?? { first: serial, last: serial, count: 0 }
      received.set(device, { first: so.first, last: Math.max(so.last, serial), count: so.count + 1 })
    },
  })
  const fleet = await startServer('devices/device-fleet.ts', port, 'WXS', String(stations))
  await sleep(2000)
  isCounting = true
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const [cpuBefore, begunMs] = [process.cpuUsage(), performance.now()]
  await sleep(listenSeconds * 1000)
  const { user, system } = process.cpuUsage(cpuBefore)
  const share = (user + system) / 1000 / (performance.now() - begunMs)
  delay.disable()
  const all = [...received.values()]
  const got = all.reduce((sum, { count }) => sum + count, 0)
  const sent = all.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  console.log(
    `  ${name}: ${received.size} of ${stations} stations received, ${got} readings in ${listenSeconds} s, ${sent - got} lost; ` +
      `this process: ${Math.round(share * 100)} % of a core, event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, ` +
      `${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
  )
  fleet.process.kill('SIGTERM')
  await once(fleet.process, 'exit')
  await gateway.close()
}

/** Measures devices in another process, with the built-in broker and, as the baseline, Mosquitto. */
export async function measureDevices(): Promise<void> {
  for (const measure of [measureCommands, measureReadings]) {
    const port = await freePort()
    await measure('inside', { url: undefined, host: '127.0.0.1', port, tls: undefined }, port)
    if (mosquitto === undefined) {
      console.log('  Mosquitto is not installed')
      continue
    }
    const known = [...plannedDevices('OWS', sirens), ...plannedDevices('WXS', stations)]
    const outside = await startMosquitto(mosquitto, known)
    await measure('Mosquitto', { url: outside.houseUrl }, outside.port)
    await outside.remove()
  }
}
