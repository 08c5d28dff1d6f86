import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { generateReport, listReports, type Report, type ReportRequest } from '#contract/messages/reports'
import { getCurrentUser } from '#contract/people/users'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { openStream, sendStorm, type Door } from './live-stream-client.ts'
import { p99, someRing } from './ring-state.ts'
import { startServer, type Started } from './servers.ts'

const stations = 50
const days = 1825
const target = { seconds: 60, memoryMiB: 300, ratio: 3 }
const port = 8198
const baseUrl = `http://localhost:${port}`

/** Adds public stations with five years of hours and days. */
async function addHistory(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    insert into stations (source, source_id, network, name, latitude, longitude, elevation_feet, time_zone, is_public,
      created_at, updated_at)
    select 'bench', 'bench-' || n, 'station', 'Station ' || n, 35, -97, 1100, 'America/Chicago', true, now(), now()
    from generate_series(1, ${stations}) n`)
  const columns = `mean_temperature_f, max_temperature_f, min_temperature_f, max_wbgt_f, rain_inches`
  const values = `60 + random() * 30, 75 + random() * 30, 50 + random() * 30, 60 + random() * 30, random() * 0.1`
  await client.query(`
    insert into station_hours (station_id, start_at, ${columns})
    select id, at, ${values} from stations, generate_series(
      date_trunc('hour', now()) - interval '${days + 2} days', now(), interval '1 hour') at
    where source = 'bench'`)
  await client.query(`
    insert into station_days (station_id, day, ${columns})
    select id, at::date, ${values} from stations, generate_series(now() - interval '${days + 2} days', now(), interval '1 day') at
    where source = 'bench'`)
  await client.query('analyze station_hours')
  await client.query('analyze station_days')
  await client.end()
}

/** Returns the process's memory in MiB; NaN if the system does not report it. */
function memoryMiB({ process: { pid } }: Started): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN // only Linux reports it
  }
}

type Window = Pick<ReportRequest['Filters']['TimeFilter'], 'StartTimeOfDay' | 'EndTimeOfDay'>

function requestFor(requestor: string, window: Window): ReportRequest {
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return {
    Requestor: requestor,
    Name: 'Five years',
    Recipients: [],
    ReportTypes: [0],
    FileFormats: [0],
    UnitType: 0,
    DataInterval: 1440,
    Filters: {
      HardwareIds: Array.from({ length: stations }, (_, index) => `bench-${index + 1}`),
      ObservationTypes: { AmbientTemperature: ['avg', 'max', 'min'], WBGT: ['max'], Precipitation: ['sum'] },
      TimeFilter: {
        StartDate: dayOf(days),
        EndDate: dayOf(1),
        ...window,
        DaysOfWeek: [0, 1, 2, 3, 4, 5, 6],
      },
    },
  }
}

async function build(house: Started, name: string, window: Window): Promise<void> {
  const headers = { authorization: `Bearer ${house.token}`, 'content-type': 'application/json' }
  const ask = async <Data>(path: string, init: RequestInit = {}) => {
    const reply = await fetch(baseUrl + path, { headers, ...init })
    const { data } = (await reply.json()) as { data?: Data }
    if (data === undefined) throw new Error(`${path} returned ${reply.status}`)
    return data
  }
  const ring = await someRing(baseUrl, house.token)
  const quiet = await ring.stateTimes(asked => asked >= 300)
  const restingMiB = memoryMiB(house)
  const { id: requestor } = await ask<{ id: string }>(getCurrentUser.path)
  const begun = performance.now()
  const body = JSON.stringify(requestFor(requestor, window))
  const { id } = await ask<Report>(generateReport.path, { method: 'POST', body })

  let [peakMiB, report, isOver] = [restingMiB, undefined as Report | undefined, false]
  const watching = (async () => {
    while (!isOver) {
      peakMiB = Math.max(peakMiB, memoryMiB(house))
      report = (await ask<Report[]>(listReports.path)).find(each => each.id === id)
      isOver = report?.state === 'Ready' || report?.state === 'Failed'
      if (!isOver) await sleep(250)
    }
  })()
  const meanwhile = await ring.stateTimes(() => isOver)
  await watching
  const seconds = (performance.now() - begun) / 1000
  const moreMiB = peakMiB - restingMiB
  const ratio = p99(meanwhile) / p99(quiet)
  console.log(
    `  ${name}: ${report?.state}, ${report?.rowCount} rows after ${seconds.toFixed(1)} s (target ${target.seconds}), ` +
      `${moreMiB.toFixed(0)} MiB above the ${restingMiB.toFixed(0)} MiB when idle (target ${target.memoryMiB})`,
  )
  console.log(
    `  ring state request, p99: ${p99(quiet).toFixed(1)} ms before, ${p99(meanwhile).toFixed(1)} ms during it, ` +
      `ratio ${ratio.toFixed(1)} (target ${target.ratio})`,
  )
  if (report?.state !== 'Ready' || seconds > target.seconds || moreMiB > target.memoryMiB)
    process.exitCode = 1
}

/** Measures the largest report that can be requested, while strikes arrive and someone watches. */
export async function measureReports(): Promise<void> {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  async function start() {
    return startServer('house.ts', port, postgres.url, baseUrl, 'smtp://127.0.0.1:1')
  }
  async function stop({ process: child }: Started) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await stop(await start())
    await addHistory(postgres.url)
    const house = await start()
    const door: Door = { ...house, feedKey: house.feedKey ?? '' }
    const closeStream = await openStream(door, () => {})
    const storm = sendStorm(
      [door],
      { name: 'during reports', perBatch: 100, batches: 60, pauseMs: 1000 },
      () => {},
    )
    await build(house, 'whole days', { StartTimeOfDay: null, EndTimeOfDay: null })
    await build(house, 'nights, computed from hours', {
      StartTimeOfDay: '20:00:00',
      EndTimeOfDay: '06:00:00',
    })
    await storm
    closeStream()
    await stop(house)
  } finally {
    await postgres.remove()
  }
}
