import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '#server/platform/clock'
import { createSecrets } from '#server/platform/secrets'
import { silentLog } from '#server/platform/log'
import { migrationsFolder } from '#server/migrations-folder'
import { openStore, type Store } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { freePort } from '#server/platform/free-port.testing'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { insertCustomer } from '#server/rooms/customers/index'
import { addDevice } from '#server/rooms/hardware/index'
import { quantile } from '#bench/live-stream-client'
import { startServer } from '#bench/servers'
import { keyOfStation, stationName } from './station-fleet.ts'

const stations = 10_000
const reportSeconds = 180
const everyNth = 499
const houseSecret = 'a secret that the benchmark alone uses'

/** Registers stations as the server would, before it starts. */
async function register(store: Store): Promise<number> {
  const now = systemClock.now()
  const secrets = createSecrets(houseSecret)
  return store.db.transaction().execute(async tx => {
    const customerId = await insertCustomer(tx, { name: 'Door', companyType: '', permissions: [] }, now)
    for (let index = 0; index < stations; index++) {
      const device = stationName(index)
      const place = {
        latitude: 26 + (index % 220) / 10,
        longitude: -120 + (index % 500) / 10,
        elevationFeet: 500,
      }
      const sealedKey = secrets.seal(keyOfStation(device).toString('base64url'))
      await addDevice(tx, { customerId, device, name: device, model: 'WXS', ...place }, { sealedKey }, now)
    }
    return customerId
  })
}

/** Returns another process's CPU time in seconds. Null if the machine does not report it. */
export function cpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return null // not on Linux
  }
}

/** Measures the time from when a reading is taken until it is written. */
async function watchWritten(client: pg.Client, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = []
  for (let index = 0; !isOver(); index = (index + everyNth) % stations) {
    const source = stationName(index)
    const { rows: before } = await client.query<{ at: Date | null }>(
      `select max(at) as at from station_readings join stations on stations.id = station_id where source_id = $1`,
      [source],
    )
    for (;;) {
      const { rows } = await client.query<{ at: Date | null }>(
        `select max(at) as at from station_readings join stations on stations.id = station_id where source_id = $1`,
        [source],
      )
      const at = rows[0]?.at?.getTime() ?? 0
      if (at > (before[0]?.at?.getTime() ?? 0)) {
        waits.push(Date.now() - at)
        break
      }
      if (isOver()) break
      await sleep(50)
    }
  }
  return waits.sort((a, b) => a - b)
}

async function commits(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.count)
}

/** Measures ten thousand stations, each with its own connection to a complete server in another process. */
async function measureDoor(store: Store, databaseUrl: string): Promise<void> {
  const customerId = await register(store)
  const [port, mqttPort] = [await freePort(), await freePort()]
  const house = await startServer(
    'house.ts',
    port,
    databaseUrl,
    'http://localhost:8080',
    'smtp://localhost:2525',
    String(mqttPort),
  )
  const clients = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
  const [watching, counting] = clients as [pg.Client, pg.Client]
  const connectingMs = performance.now()
  const fleet = await startServer(
    'devices/station-fleet.ts',
    mqttPort,
    ...[customerId, stations, reportSeconds].map(String),
  )
  const connectedSeconds = (performance.now() - connectingMs) / 1000
  let isOver = false
  const [pid, begunMs] = [house.process.pid ?? 0, performance.now()]
  const [cpuBefore, commitsBefore] = [cpuSeconds(pid), await commits(counting)]
  const written = watchWritten(watching, () => isOver)
  const reported = fleet.process.stdout && createInterface(fleet.process.stdout)
  const [line] = reported ? ((await once(reported, 'line')) as [string]) : ['{}']
  const { sent = 0 } = JSON.parse(line) as { sent?: number }
  isOver = true
  const seconds = (performance.now() - begunMs) / 1000
  const cpuAfter = cpuSeconds(pid)
  await sleep(5000)
  const waits = await written
  const { rows } = await counting.query<{ kept: string }>(
    `select count(*) as kept from station_readings join stations on stations.id = station_id where source = 'device'`,
  )
  const share =
    cpuBefore === null || cpuAfter === null
      ? 'unknown'
      : `${Math.round(((cpuAfter - cpuBefore) / seconds) * 100)} %`
  console.log(
    `  ${stations} stations, each with its own connection (opened in ${Math.round(connectedSeconds)} s), reporting every ` +
      `minute for ${reportSeconds} s: ${sent} readings sent, ${sent - Number(rows[0]?.kept)} lost; from measurement to write p50 ` +
      `${quantile(waits, 0.5)} ms, p99 ${quantile(waits, 0.99)} ms of ${waits.length}; ` +
      `${((await commits(counting)) - commitsBefore).toLocaleString('en-US')} transactions; the server used ${share} of a core`,
  )
  fleet.process.kill('SIGTERM')
  house.process.kill('SIGTERM')
  await Promise.all([once(house.process, 'exit'), ...clients.map(client => client.end())])
}

export async function measureStationDoor(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  try {
    const store = await openStore({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    try {
      await migrate(store.db, readMigrations(migrationsFolder), new Date())
      await measureDoor(store, postgres.url)
    } finally {
      await store.close()
    }
  } finally {
    await postgres.remove()
  }
}
