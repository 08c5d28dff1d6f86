import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrationsFolder } from '#server/migrations-folder'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { openStore, type Store } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { freePort } from '#server/platform/free-port.testing'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { insertCustomer } from '#server/rooms/customers/index'
import { hashTypedKey, insertInstrument } from '#server/rooms/instruments/index'
import { giveStation, instrumentSource } from '#server/rooms/stations/index'
import { quantile } from '#bench/live-stream-client'
import { startServer, type Started } from '#bench/servers'
import { cpuSeconds } from './station-door.ts'

const stations = 5000
const everySeconds = 16
const warmUpSeconds = 20
const measuredSeconds = 60
const perCustomer = 100

const senderId = (index: number) => String(index).padStart(8, '0')
const keyOf = (index: number) => `k${String(index).padStart(19, '0')}`

/** Adds instruments as the server would, before it starts. */
async function register(store: Store): Promise<void> {
  const now = systemClock.now()
  await store.db.transaction().execute(async tx => {
    let customerId = 0
    for (let index = 0; index < stations; index++) {
      if (index % perCustomer === 0)
        customerId = await insertCustomer(
          tx,
          { name: `School ${index}`, companyType: '', permissions: [] },
          now,
        )
      const at = {
        name: `Station ${index}`,
        latitude: 26 + (index % 220) / 10,
        longitude: -120 + (index % 500) / 10,
      }
      const [timeZone, source] = ['America/Chicago', instrumentSource]
      const station = {
        id: senderId(index),
        source,
        network: 'station',
        ...at,
        elevationFeet: 500,
        timeZone,
      } as const
      const stationId = await giveStation(tx, customerId, station, now)
      await insertInstrument(tx, {
        ...at,
        customer_id: customerId,
        make: 'wunderground',
        time_zone: timeZone,
        elevation_feet: 500,
        organization_location_id: null,
        station_id: stationId,
        sender_id: senderId(index),
        key_hash: hashTypedKey(keyOf(index)),
        key_changed_at: now,
        address: null,
        serial: null,
        sealed_api_key: null,
        wind_height_feet: 20,
        raises_delays: true,
        calibration: JSON.stringify([
          { measure: 'temperatureF', offset: -0.5, factor: 1, since: '2026-01-01' },
        ]),
        mapping: '[]',
        created_at: now,
        updated_at: now,
      })
    }
  })
}

/** Returns the upload of a typical console with changing weather. */
function uploadOf(index: number, turn: number): string {
  const wave = Math.sin(turn / 7 + index)
  const fields = {
    ID: senderId(index),
    PASSWORD: keyOf(index),
    dateutc: 'now',
    action: 'updateraw',
    realtime: 1,
    rtfreq: everySeconds,
    tempf: (70 + wave).toFixed(1),
    humidity: Math.round(55 + 3 * wave),
    dewptf: (52 + wave).toFixed(1),
    windspeedmph: (6 + 2 * wave).toFixed(1),
    windgustmph: (11 + 3 * wave).toFixed(1),
    winddir: Math.round(180 + 20 * wave),
    baromin: (29.9 + wave / 100).toFixed(3),
    rainin: 0,
    dailyrainin: (turn / 1000).toFixed(3),
    solarradiation: Math.round(400 + 50 * wave),
    UV: 4,
    softwaretype: 'EasyWeatherV1.6.4',
  }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return `/weatherstation/updateweatherstation.php?${query.join('&')}`
}

/** Sends an upload. Each has its own connection, as with consoles. */
function send(port: number, path: string): Promise<{ readonly ms: number; readonly isTaken: boolean }> {
  const begunMs = performance.now()
  return new Promise(resolve => {
    const asked = request({ port, host: '127.0.0.1', path, agent: false }, reply => {
      reply.resume().on('end', () => {
        resolve({ ms: performance.now() - begunMs, isTaken: reply.statusCode === 200 })
      })
    })
    asked.on('error', () => resolve({ ms: performance.now() - begunMs, isTaken: false }))
    asked.end()
  })
}

interface Measured {
  readonly cpuSeconds: number | null
  readonly sent: number
  readonly failed: number
  readonly waits: readonly number[]
}

/** Sends uploads from all stations, evenly spaced in time: first to warm up, then for the measurement. */
async function load(server: Started, port: number): Promise<Measured> {
  const perTick = stations / everySeconds / 20
  const underWay = new Set<Promise<void>>()
  const waits: number[] = []
  let [next, due, failed, sent] = [0, 0, 0, 0]
  const pid = server.process.pid ?? 0
  let cpuBefore: number | null = null
  const begunMs = performance.now()
  for (let tick = 0; tick < (warmUpSeconds + measuredSeconds) * 20; tick++) {
    const isMeasured = tick >= warmUpSeconds * 20
    if (isMeasured) cpuBefore ??= cpuSeconds(pid)
    for (due += perTick; due >= 1; due--) {
      const [index, turn] = [next % stations, Math.floor(next / stations)]
      next++
      const done = send(port, uploadOf(index, turn)).then(({ ms, isTaken }) => {
        if (!isMeasured) return
        sent++
        waits.push(ms)
        if (!isTaken) failed++
      })
      underWay.add(done)
      void done.finally(() => underWay.delete(done))
    }
    await sleep(Math.max(0, begunMs + (tick + 1) * 50 - performance.now()))
  }
  await Promise.all(underWay)
  const cpuAfter = cpuSeconds(pid)
  const used = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore
  return { cpuSeconds: used, sent, failed, waits: waits.sort((one, other) => one - other) }
}

/** Prints CPU time, not elapsed time: on a busy machine the same work takes longer. */
function print(name: string, { cpuSeconds: cpu, sent, failed, waits }: Measured) {
  const used = cpu === null ? 'unknown' : `${Math.round((cpu / measuredSeconds) * 100)} %`
  console.log(
    `  ${name.padEnd(26)} ${sent} uploads in ${measuredSeconds} s, ${failed} not taken, p50 ` +
      `${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms, ${used} of a core`,
  )
}

async function stop({ process: child }: Started) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Measures five thousand stations that upload every 16 seconds to a complete server, and to one that only answers. */
export async function measureInstruments(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  try {
    const store = await openStore({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    await migrate(store.db, readMigrations(migrationsFolder), new Date())
    await register(store)
    await store.close()
    const [port, barePort] = [await freePort(), await freePort()]
    const house = await startServer('house.ts', port, postgres.url, 'http://localhost:8080')
    const whole = await load(house, port)
    await sleep(5000)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const { rows } = await client.query<{ kept: string }>('select count(*) as kept from station_readings')
    await client.end()
    await stop(house)
    const bare = await startServer('devices/bare-upload.ts', barePort)
    const peer = await load(bare, barePort)
    await stop(bare)
    print('the whole server', whole)
    print('one that only answers', peer)
    console.log(
      `  ${stations} stations every ${everySeconds} s; ${rows[0]?.kept} readings stored with those of the ` +
        `${warmUpSeconds} s before (target: under 50 % of a core)`,
    )
  } finally {
    await postgres.remove()
  }
}
