import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseLaunch, launchProgram, type Launch } from '#server/platform/store/postgres-binaries'
import { errorMiles, largestRingMiles, ringMiles, type Found, type Places } from './world.ts'

export interface Peer {
  readonly variants: readonly string[]
  match(variant: string, strikes: Places, found: Found): Promise<void>
  stop(): Promise<void>
}

const versionsIn = '/usr/lib/postgresql'

/** Finds a system-installed PostgreSQL that has PostGIS. */
function findBinaries(): string | undefined {
  if (!existsSync(versionsIn)) return undefined
  return readdirSync(versionsIn)
    .filter(version => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`))
    .map(version => join(versionsIn, version, 'bin'))
    .at(-1)
}

function run(launch: Launch, program: string, args: readonly string[]): ChildProcess {
  const child = launchProgram(launch, program, args)
  child.stderr?.resume()
  return child
}

const settings = {
  listen_addresses: '',
  shared_buffers: '512MB',
  work_mem: '64MB',
  fsync: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0', // one thread, like the other matchers
}

async function start(folder: string): Promise<{ client: pg.Client; server: ChildProcess } | undefined> {
  const bin = findBinaries()
  if (bin === undefined) return undefined
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  const launch = chooseLaunch(binaries)
  if (!launch) return undefined
  mkdirSync(folder, { mode: 0o700 })
  if (launch.kind === 'user') chownSync(folder, launch.uid, launch.gid)
  const data = join(folder, 'data')
  const initdb = run(launch, binaries.initdb, [
    '-D',
    data,
    '-U',
    'bench',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  const [code] = (await once(initdb, 'exit')) as [number]
  if (code !== 0) throw new Error('initdb failed')
  const options = Object.entries({ ...settings, unix_socket_directories: folder })
  const server = run(launch, binaries.postgres, [
    '-D',
    data,
    ...options.flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ])
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' })
    try {
      await client.connect()
      return { client, server }
    } catch (error) {
      if (attempt === 200) throw error
      await sleep(50) // still starting
    }
  }
}

/** Compares squared chords instead of distances, the cheapest exact test in SQL. */
const chordSquared = (miles: number) => (2 * Math.sin(miles / (2 * 6371.0088 * 0.621371))) ** 2
const limits = ringMiles.map(radius => chordSquared(radius + errorMiles))
const metres = (miles: number) => (miles / 0.621371) * 1000
const farthestMetres = metres(largestRingMiles + errorMiles)

const vector = (lat: string, lon: string) =>
  `cos(radians(${lat})) * cos(radians(${lon})) as x, cos(radians(${lat})) * sin(radians(${lon})) as y, sin(radians(${lat})) as z`
const boxAround = (miles: string) => `ST_MakeEnvelope(
  lon - (${miles}) / 68.9 / cos(radians(abs(lat) + 1)), lat - (${miles}) / 68.9,
  lon + (${miles}) / 68.9 / cos(radians(abs(lat) + 1)), lat + (${miles}) / 68.9, 4326)`
const point = 'ST_SetSRID(ST_MakePoint(lon, lat), 4326)'

const setUp = `
  create extension postgis;
  create table place as
    select id, ${vector('lat', 'lon')}, ${point} as point, ${point}::geography as geography,
      ${boxAround(`${largestRingMiles + errorMiles}`)} as box
    from given order by ST_GeoHash(${point});
  create table ring as
    select id, ring, miles, ${point} as point, ${boxAround('miles')} as box
    from given, unnest(array[${ringMiles.map(radius => radius + errorMiles).join(',')}]) with ordinality as r(miles, ring)
    order by ST_GeoHash(${point});
  create index on place using gist (point);
  create index on place using gist (geography);
  create index on place using gist (box);
  create index on ring using gist (box);
  vacuum analyze place;
  vacuum analyze ring;`

const strikes = `(select n, lat, lon, ${vector('lat', 'lon')}, ${point} as point
  from unnest($1::float8[], $2::float8[]) with ordinality as given(lat, lon, n) offset 0) s`
const chord = '(p.x - s.x) ^ 2 + (p.y - s.y) ^ 2 + (p.z - s.z) ^ 2'
const ringOf = (distance: string, steps: readonly number[]) =>
  steps
    .slice(0, 3)
    .map(step => `(${distance} > ${step})::int`)
    .join(' + ')
const ringMetres = ringMiles.map(radius => metres(radius + errorMiles))

/** Each query returns one row per strike with a match: its number and the matches as one string. */
const queries: Record<string, string> = {
  'geography, ST_DWithin on the sphere': `
    select n, string_agg((id * 4 + ${ringOf('d', ringMetres)})::text, ',') as matches
    from (select n, id, ST_Distance(p.geography, s.point::geography, false) as d
      from ${strikes} join place p on ST_DWithin(p.geography, s.point::geography, ${farthestMetres}, false)) m
    group by n`,
  'a box for every ring, ST_DistanceSphere': `
    select n, string_agg((id * 4 + ring - 1)::text, ',') as matches
    from (select n, id, min(ring) as ring
      from ${strikes} join ring p on p.box && s.point
      where ST_DistanceSphere(p.point, s.point) <= miles / 0.000621371 group by n, id) m
    group by n`,
  'a box for the largest ring, chords': `
    select n, string_agg((id * 4 + ${ringOf('d', limits)})::text, ',') as matches
    from (select n, id, ${chord} as d from ${strikes} join place p on p.box && s.point) m
    where d <= ${limits[3]} group by n`,
  'a box around the strike, chords': `
    select n, string_agg((id * 4 + ${ringOf('d', limits)})::text, ',') as matches
    from (select n, id, ${chord} as d
      from ${strikes} join place p on p.point && ${boxAround(`${largestRingMiles + errorMiles}`)}) m
    where d <= ${limits[3]} group by n`,
}

const batch = 500

/** Starts PostGIS on a private socket, loaded with the places. Undefined if it is not installed. */
export async function startPostgis(folder: string, places: Places): Promise<Peer | undefined> {
  const started = await start(folder)
  if (!started) return undefined
  const { client, server } = started
  await client.query(
    'create table given as select n - 1 as id, lat, lon from unnest($1::float8[], $2::float8[]) with ordinality as g(lat, lon, n)',
    [[...places.latitudes], [...places.longitudes]],
  )
  for (const statement of setUp.split(';')) await client.query(statement)

  return {
    variants: Object.keys(queries),
    async match(variant, { latitudes, longitudes }, found) {
      for (let from = 0; from < latitudes.length; from += batch) {
        const values = [
          [...latitudes.subarray(from, from + batch)],
          [...longitudes.subarray(from, from + batch)],
        ]
        const { rows } = await client.query<{ n: string; matches: string }>({
          name: variant.slice(0, 60),
          text: queries[variant] as string,
          values,
        })
        const texts = new Map(rows.map(row => [Number(row.n) - 1, row.matches]))
        for (let n = 0; n < batch && from + n < latitudes.length; n++) {
          for (const match of texts.get(n)?.split(',') ?? [])
            found.add(Number(match) >>> 2, Number(match) & 3)
          found.end(from + n)
        }
      }
    },
    async stop() {
      await client.end()
      server.kill('SIGINT')
      await once(server, 'exit')
    },
  }
}
