import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { topicOf } from '#contract/devices/devices'
import { devicePasswordOf } from '#server/gateway/index'

/**
 * Runs weather stations in a separate process. Each has its own connection and reports once a minute, evenly spread:
 * node station-fleet.ts <broker port> <customer> <count> <seconds>. Prints the number of readings sent at the end.
 */
const [port, customer, count, seconds] = process.argv.slice(2).map(Number)
const customerId = customer ?? 0
const everyMs = 60_000
const atATime = 100

export const keyOfStation = (device: string) => createHash('sha256').update(`key of ${device}`).digest()
export const stationName = (index: number) => `wxs-door-${index}`

async function connect(device: string) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: device,
    password: devicePasswordOf(keyOfStation(device)),
    clientId: device,
    keepalive: 300,
    reconnectPeriod: 1000,
  })
  const topic = topicOf({ customerId, device }, 'reading')
  return (round: number) =>
    client.publishAsync(
      topic,
      JSON.stringify({
        at: new Date().toISOString(),
        temperatureF: 40 + round,
        humidityPercent: 60,
        windMph: 8,
        gustMph: 12,
        windFromDegrees: 200,
        stationPressureHpa: 990,
        solarWattsPerM2: 500,
        rainTodayInches: 0.1,
      }),
      { qos: 1 },
    )
}

async function report(stations: number, forMs: number) {
  const senders: Awaited<ReturnType<typeof connect>>[] = []
  for (let from = 0; from < stations; from += atATime) {
    const names = Array.from({ length: Math.min(atATime, stations - from) }, (_, index) =>
      stationName(from + index),
    )
    senders.push(...(await Promise.all(names.map(connect))))
  }
  console.log(JSON.stringify({ url: String(port), token: '' }))
  const begunMs = performance.now()
  const acknowledged: Promise<unknown>[] = []
  let sent = 0
  for (;;) {
    const passedMs = performance.now() - begunMs
    const due = Math.min(Math.floor((passedMs / everyMs) * stations), (forMs / everyMs) * stations)
    for (; sent < due; sent++) {
      const send = senders[sent % stations]
      if (send) acknowledged.push(send(Math.floor(sent / stations)))
    }
    if (passedMs >= forMs) break
    await sleep(20)
  }
  await Promise.all(acknowledged)
  console.log(JSON.stringify({ sent }))
}

if (process.argv[1]?.endsWith('station-fleet.ts')) {
  process.on('SIGTERM', () => process.exit(0))
  await report(count ?? 0, (seconds ?? 0) * 1000)
}
