import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RingIndex } from '#domain/lightning/ring-index'
import { startPostgis, type Peer } from './postgis.ts'
import { startRedis } from './redis.ts'
import {
  differences,
  elsewhere,
  errorMiles,
  Found,
  largestRingMiles,
  placesIn,
  stormStrikes,
  unitedStates,
  type Places,
} from './world.ts'

const target = 80
const trialStrikes = 500

function indexOf(...groups: Places[]): RingIndex {
  const centres = groups.flatMap(({ latitudes, longitudes }, group) =>
    Array.from(latitudes, (latitude, place) => ({
      key: group * 10_000_000 + place,
      latitude,
      longitude: longitudes[place] as number,
      reachMiles: largestRingMiles,
    })),
  )
  return new RingIndex(centres)
}

function matchAll(index: RingIndex, { latitudes, longitudes }: Places, found: Found): void {
  const visit = (place: number, miles: number) => found.take(place, miles)
  for (let strike = 0; strike < latitudes.length; strike++) {
    index.match(latitudes[strike] as number, longitudes[strike] as number, errorMiles, visit)
    found.end(strike)
  }
}

function firstOf({ latitudes, longitudes }: Places, count: number): Places {
  return { latitudes: latitudes.subarray(0, count), longitudes: longitudes.subarray(0, count) }
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
const whole = (number: number) => Math.round(number).toLocaleString('en-US')

/** Returns strikes per second, the median of several rounds. */
function speedOf(index: RingIndex, strikes: Places, rounds = 5): number {
  const found = new Found(strikes.latitudes.length)
  matchAll(index, strikes, found)
  const speeds = Array.from({ length: rounds }, () => {
    found.clear()
    const begun = performance.now()
    matchAll(index, strikes, found)
    return (1000 * strikes.latitudes.length) / (performance.now() - begun)
  })
  return median(speeds)
}

async function timed(peer: Peer, variant: string, strikes: Places): Promise<{ speed: number; found: Found }> {
  const found = new Found(strikes.latitudes.length)
  const begun = performance.now()
  await peer.match(variant, strikes, found)
  return { speed: (1000 * strikes.latitudes.length) / (performance.now() - begun), found }
}

/** Runs every variant on a few strikes, after one warm-up each, then runs the fastest variant on all strikes. */
async function bestOf(peer: Peer, strikes: Places, ours: number, check: (found: Found) => number) {
  const few = firstOf(strikes, trialStrikes)
  const trials: { variant: string; speed: number }[] = []
  for (const variant of peer.variants) {
    check((await timed(peer, variant, few)).found)
    const { speed } = await timed(peer, variant, few)
    trials.push({ variant, speed })
    console.log(
      `    ${variant.padEnd(42)} ${whole(speed).padStart(9)} strikes/s; ours is ${Math.round(ours / speed)} times as fast`,
    )
  }
  trials.sort((a, b) => b.speed - a.speed)
  const { variant } = trials[0] as { variant: string }
  return { variant, ...(await timed(peer, variant, strikes)) }
}

async function compare(strikes: Places, places: Places, folder: string): Promise<void> {
  const index = indexOf(places)
  const ours = new Found(strikes.latitudes.length)
  matchAll(index, strikes, ours)
  const speeds = [speedOf(index, strikes)]

  const peers = [
    { name: 'PostGIS', start: startPostgis, packages: 'postgresql-15 postgresql-15-postgis-3' },
    { name: 'Redis GEOSEARCH', start: startRedis, packages: 'redis-server' },
  ]
  const results: { name: string; speed: number; edge: number }[] = []
  for (const { name, start, packages } of peers) {
    const peer = await start(join(folder, name.slice(0, 5)), places)
    if (!peer) {
      console.log(`  ${name} is not installed: apt-get install -y ${packages}`)
      continue
    }
    try {
      console.log(`  ${name}, its variants on ${trialStrikes} strikes`)
      const check = (found: Found) => differences(ours, found, strikes, places)
      const { variant, speed, found } = await bestOf(peer, strikes, speeds.at(-1) as number, check)
      results.push({ name: `${name} (${variant})`, speed, edge: check(found) })
    } finally {
      await peer.stop()
    }
    speeds.push(speedOf(index, strikes)) // alternating, so all run under the same conditions
  }

  const mine = median(speeds)
  console.log(
    `  ours ${whole(mine)} strikes/s, one thread; ${(ours.length / strikes.latitudes.length).toFixed(0)} places hit by a strike`,
  )
  for (const { name, speed, edge } of results) {
    console.log(
      `  ${name} ${whole(speed)} strikes/s: ours is ${Math.round(mine / speed)} times as fast (target: at least ${target} times)`,
    )
    console.log(
      `    the same rings, except ${whole(edge)} of ${whole(ours.length)} at an edge where sphere and ellipsoid differ`,
    )
  }
}

function grow(strikes: Places): void {
  const sizes = [10_000, 100_000, 1_000_000]
  console.log('  growth: all in the same area, so a strike hits ten times as many')
  for (const size of sizes) {
    const begun = performance.now()
    const index = indexOf(placesIn(unitedStates, size, 1))
    const seconds = (performance.now() - begun) / 1000
    const few = firstOf(strikes, size > 100_000 ? 2000 : strikes.latitudes.length)
    const speed = speedOf(index, few, 3)
    console.log(
      `    ${whole(size).padStart(9)} locations ${whole(speed).padStart(9)} strikes/s, built in ${seconds.toFixed(2)} s`,
    )
  }
  console.log('  growth: 10,000 in the area, all others far from any strike')
  const speeds = sizes.map(size => {
    const index = indexOf(placesIn(unitedStates, 10_000, 1), placesIn(elsewhere, size - 10_000, 2))
    const speed = speedOf(index, strikes, 5)
    console.log(`    ${whole(size).padStart(9)} locations ${whole(speed).padStart(9)} strikes/s`)
    return speed
  })
  const slower = (speeds[0] as number) / (speeds.at(-1) as number)
  console.log(
    `    100 times as many rings that are not hit: ${slower.toFixed(2)} times the time per strike (target: sublinear)`,
  )
}

/** Matches strikes to 100,000 locations with four rings each: our index, PostGIS and Redis, on the same machine. */
export async function measureStrikeMatching(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-bench-'))
  const strikes = stormStrikes(20_000)
  try {
    await compare(strikes, placesIn(unitedStates, 100_000, 1), folder)
    grow(strikes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
