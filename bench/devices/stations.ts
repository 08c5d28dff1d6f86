import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fillPath, type Call } from '#contract/call'
import { historyOfDay, historyOfMonth } from '#contract/devices/stations'
import type { Reading, Station } from '#domain/conditions/reading'
import { nothingMeasured } from '#domain/conditions/reading'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { openStore, type Store } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { StationBook, StationEngine } from '#server/rooms/stations/index'
import { summarizeSome } from '#server/rooms/stations/summaries'
import { quantile } from '#bench/live-stream-client'
import { startServer } from '#bench/servers'

const reporting = 10_000
const reportEveryMs = 60_000
const reportForMs = 3 * reportEveryMs
const summarizeEveryMs = 2000
const target = { summarySeconds: 10, chartMs: 50 }
const kept = { stations: 1000, years: 5 }
const port = 8196
const baseUrl = `http://localhost:${port}`
const migrationsFolder = join(import.meta.dirname, '../../server/migrations')

const stationOf = (index: number): Station => ({
  id: String(index),
  source: 'bench',
  network: 'station',
  name: `Station ${index}`,
  latitude: 26 + (index % 220) / 10,
  longitude: -120 + (index % 500) / 10,
  elevationFeet: 500,
  timeZone: 'America/Chicago',
})

/** Increases with each reading, so a summary shows which readings it includes. */
const readingOf = (index: number, timeMs: number, temperatureF: number): Reading => ({
  ...nothingMeasured,
  stationId: String(index),
  source: 'bench',
  timeMs,
  temperatureF,
  humidityPercent: 60,
  windMph: 8,
  gustMph: 12,
  windFromDegrees: 200,
  stationPressureHpa: 990,
  solarWattsPerM2: 500,
  rainTodayInches: 0.1,
})

/** Measures how long it takes for a reading to appear in the summaries of its quarter hour and day. */
async function watchSummary(client: pg.Client, id: number, temperatureF: number): Promise<number> {
  const begunMs = performance.now()
  for (;;) {
    const { rows } = await client.query<{ known: boolean }>(
      `select exists (select from station_quarters where station_id = $1 and max_temperature_f >= $2 and start_at > now() - interval '1 hour')
        and exists (select from station_days where station_id = $1 and max_temperature_f >= $2) as known`,
      [id, temperatureF],
    )
    if (rows[0]?.known) return (performance.now() - begunMs) / 1000
    await sleep(100)
  }
}

async function measureReporting(store: Store, databaseUrl: string) {
  const book = new StationBook()
  const engine = new StationEngine({
    db: store.db,
    clock: systemClock,
    log: silentLog,
    book,
    sources: { isOn: () => true },
    drops: { drop: () => {} },
    wantPast: () => {},
    keptSince: () => new Date(0),
  })
  await engine.knowStations(Array.from({ length: reporting }, (_, index) => stationOf(index)))
  let isOver = false
  const summarizing = (async () => {
    while (!isOver) {
      while (await store.db.transaction().execute(summarizeSome));
      await sleep(summarizeEveryMs)
    }
  })()

  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const waits: Promise<number>[] = []
  const begun = { ms: performance.now(), cpu: process.cpuUsage() }
  let [sent, slowestMs] = [0, 0]
  // Sends readings one at a time, as devices do: every second, all readings that are due.
  for (;;) {
    const passedMs = performance.now() - begun.ms
    if (passedMs >= reportForMs) break
    const due = Math.floor((passedMs / reportEveryMs) * reporting)
    const received: Promise<void>[] = []
    const turnMs = performance.now()
    for (; sent < due; sent++) {
      const index = sent % reporting
      const temperatureF = 40 + Math.floor(sent / reporting)
      received.push(engine.receive([readingOf(index, Date.now(), temperatureF)]))
      const id = book.named('bench', String(index))?.row.id ?? 0
      if (sent % 997 === 0) waits.push(watchSummary(client, id, temperatureF))
    }
    await Promise.all(received)
    slowestMs = Math.max(slowestMs, performance.now() - turnMs)
    await sleep(50)
  }
  const cpu = process.cpuUsage(begun.cpu)
  const seconds = (performance.now() - begun.ms) / 1000
  const seen = (await Promise.all(waits)).sort((a, b) => a - b)
  isOver = true
  await summarizing
  const { rows } = await client.query<{ kept: string }>('select count(*) as kept from station_readings')
  await client.end()
  console.log(
    `  ${reporting} stations that report every minute, one by one: ${sent} readings, ${sent - Number(rows[0]?.kept)} lost, ` +
      `at most ${(slowestMs / 1000).toFixed(2)} s until written; one process used ${Math.round(((cpu.user + cpu.system) / 1e6 / seconds) * 100)} % of a core`,
  )
  console.log(
    `  summaries include a reading after ${quantile(seen, 0.5).toFixed(1)} s, p99 ${quantile(seen, 0.99).toFixed(1)} s, ` +
      `at most ${seen.at(-1)?.toFixed(1)} s (target: ${target.summarySeconds} s)`,
  )
}

/**
 * Writes years of daily and hourly summaries for a thousand stations, plus the quarter hours that are still retained.
 */
async function fill(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const begunMs = performance.now()
  await client.query('set synchronous_commit = off')
  await client.query('truncate stations, station_summaries_due cascade')
  await client.query(`
    insert into stations (source, source_id, network, name, latitude, longitude, elevation_feet, time_zone, is_public, created_at, updated_at)
    select 'bench', n, 'station', 'Station ' || n, 35, -97, 500, 'America/Chicago', true, now(), now()
    from generate_series(1, ${kept.stations}) n`)
  const columns = `mean_temperature_f, min_temperature_f, max_temperature_f, mean_humidity_percent, mean_wind_mph,
    max_wind_mph, max_gust_mph, rain_inches, mean_feels_like_f, max_feels_like_f, mean_heat_index_f, max_heat_index_f, mean_wbgt_f, max_wbgt_f`
  const values = '60 + random() * 30, 55, 95, 60, 6, 12, 20, 0.01, 70, 90, 72, 92, 68, 80'
  await client.query(`
    insert into station_days (station_id, day, ${columns})
    select id, day::date, ${values}
    from stations cross join generate_series(current_date - ${kept.years * 365}, current_date, interval '1 day') day`)
  const { rows } = await client.query<{ id: number }>('select id from stations order by id')
  for (let start = 0; start < rows.length; start += 50) {
    await client.query(
      `insert into station_hours (station_id, start_at, ${columns})
      select id, hour, ${values}
      from unnest($1::bigint[]) id
      cross join generate_series(date_trunc('hour', now()) - interval '${kept.years * 365} days', now(), interval '1 hour') hour`,
      [rows.slice(start, start + 50).map(({ id }) => id)],
    )
  }
  await client.query('analyze station_days, station_hours')
  await client.end()
  return (performance.now() - begunMs) / 1000
}

async function timed(asked: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const begunMs = performance.now()
    await asked()
    times.push(performance.now() - begunMs)
  }
  return times.sort((a, b) => a - b)
}

async function measureCharts(databaseUrl: string) {
  const seconds = await fill(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: number }>('select id from stations')
  const size = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  const anyId = () => rows[Math.floor(Math.random() * rows.length)]?.id ?? 0
  const house = await startServer('house.ts', port, databaseUrl, baseUrl)
  try {
    console.log(
      `  ${kept.years} years of days and hours for ${kept.stations} stations: ${size.rows[0]?.size}, written in ${Math.round(seconds)} s`,
    )
    const bare = await timed(
      () =>
        client.query(
          'select * from station_days where station_id = $1 and day > current_date - 30 order by day',
          [anyId()],
        ),
      2000,
    )
    const ask = (call: Call) => async () => {
      const reply = await fetch(baseUrl + fillPath(call.path, { id: anyId() }))
      const { data } = (await reply.json()) as { data: unknown[] }
      if (data.length < 24) throw new Error(`${call.name} returned ${reply.status} with ${data.length} rows`)
    }
    for (const call of [historyOfMonth, historyOfDay]) {
      const times = await timed(ask(call), 2000)
      console.log(
        `  ${call === historyOfMonth ? '30-day' : '24-hour'} chart: ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms (target: ${target.chartMs} ms); ` +
          `the bare query for 30 days ${quantile(bare, 0.5).toFixed(1)} ms, p99 ${quantile(bare, 0.99).toFixed(1)} ms`,
      )
    }
  } finally {
    const gone = once(house.process, 'exit')
    house.process.kill('SIGKILL')
    await gone
    await client.end()
  }
}

export async function measureStations() {
  const postgres = await makeOutsidePostgres()
  await postgres.start()
  try {
    const store = await openStore({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    try {
      await migrate(store.db, readMigrations(migrationsFolder), new Date())
      await measureReporting(store, postgres.url)
    } finally {
      await store.close()
    }
    await measureCharts(postgres.url)
  } finally {
    await postgres.remove()
  }
}
