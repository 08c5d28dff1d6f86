import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { createRadarGrids } from '#simulator/radar/radar-grids'
import { createWorld } from '#simulator/world'
import { tileBounds } from '#domain/geo/mercator'
import { columnAt, noCoverage, rowAt, type RadarGrid } from '#domain/radar/grid'
import { motionField } from '#domain/radar/motion-field'
import { movedOn } from '#domain/radar/nowcast'
import { criticalSuccessIndex } from '#domain/radar/skill.testing'
import { silentLog } from '#server/platform/log'
import { drawGrid } from '#server/rooms/radar/draw-grid'
import { nowcasts } from '#server/rooms/radar/nowcast-thread'
import { createRenderer } from '#server/rooms/radar/renderer'
import { measureMapServer, type Tile } from './radar-mapserver.ts'

const target = { timesAsFast: 10, pictureSeconds: 5 }
const seed = 2026
const minuteMs = 60_000
const afternoon = Date.UTC(2026, 6, 15, 22)
const draw = createRadarGrids(seed)
const compositeAt = (timeMs: number) => draw({ product: 'composite', validMs: timeMs, issuedMs: timeMs })

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

/** Returns tiles at the zooms that people use, from the whole country down to a county. */
function someTiles(): Tile[] {
  return [4, 5, 6, 7, 8].flatMap(zoom =>
    Array.from({ length: 80 }, (_, index): Tile => {
      const longitude = -122 + ((index * 7919) % 5300) / 100
      const y =
        0.5 - Math.asinh(Math.tan(((27 + ((index * 6101) % 2000) / 100) * Math.PI) / 180)) / (2 * Math.PI)
      return {
        zoom,
        column: Math.floor(((longitude + 180) / 360) * 2 ** zoom),
        row: Math.floor(y * 2 ** zoom),
      }
    }),
  )
}

/** Enough rounds to include garbage collection at its normal rate. */
const rounds = 20

/** Measures our speed in CPU time on both sides, to exclude other work on the machine. */
function ourSpeed(grid: RadarGrid, tiles: readonly Tile[]): { tilesPerSecond: number; meanBytes: number } {
  const size = { width: 256, height: 256 }
  let bytes = 0
  const begun = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    for (const { zoom, column, row } of tiles)
      bytes += drawGrid(grid, 'radar', { bounds: tileBounds(zoom, column, row), ...size }).length
  }
  const { user, system } = process.cpuUsage(begun)
  const drawn = rounds * tiles.length
  return { tilesPerSecond: (1e6 * drawn) / (user + system), meanBytes: bytes / drawn }
}

function compareTiles(grid: RadarGrid, folder: string) {
  const tiles = someTiles()
  ourSpeed(grid, tiles) // warms up like a server that has run for a minute
  const before = ourSpeed(grid, tiles)
  const peer = measureMapServer(folder, grid, tiles)
  const after = ourSpeed(grid, tiles) // alternating, so both run under the same conditions
  const ours = (before.tilesPerSecond + after.tilesPerSecond) / 2
  console.log(
    `  ours ${ours.toFixed(0)} tiles (256 px) per second of one core, ${before.meanBytes.toFixed(0)} bytes each`,
  )
  if (!peer) {
    console.log('  MapServer is not installed: apt-get install -y cgi-mapserver python3-mapscript gdal-bin')
    return
  }
  const times = ours / peer.tilesPerSecond
  console.log(
    `  MapServer 8 in process (${peer.driver}) ${peer.tilesPerSecond.toFixed(0)}, ${peer.meanBytes.toFixed(0)} bytes each: ` +
      `ours is ${times.toFixed(1)} times as fast (target: at least ${target.timesAsFast} times)`,
  )
  if (times < target.timesAsFast) process.exitCode = 1
}

/** Returns the part of a grid around a storm: 2 by 1.6 degrees. */
function around({ place, echoes }: RadarGrid, column: number, row: number): RadarGrid {
  const [columns, rows] = [100, 80]
  const part = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    const start = (row - rows / 2 + y) * place.columns + column - columns / 2
    part.set(echoes.subarray(start, start + columns), y * columns)
  }
  return { place: { ...place, columns, rows }, echoes: part }
}

/**
 * Measures the nowcast on storms that last through the half hour, on afternoons in five months. A nowcast cannot
 * predict when storms form or dissipate.
 */
function measureSkill() {
  const world = createWorld(seed)
  const skills: { nowcast: number; persistence: number }[] = []
  for (let month = 3; skills.length < 20 && month < 11; month++) {
    const nowMs = Date.UTC(2026, month, 3 + month, 20 + (month % 4))
    const earlier = [10, 5].map(minutes => ({ grid: compositeAt(nowMs - minutes * minuteMs), minutes }))
    const now = compositeAt(nowMs)
    const later = compositeAt(nowMs + 30 * minuteMs)
    const moved = movedOn(now, motionField(earlier, now), 30)
    const strongLater = new Set(
      world.cellsAt(nowMs + 30 * minuteMs).flatMap(cell => (cell.maxReflectivityDbz > 45 ? [cell.id] : [])),
    )
    const storms = world
      .cellsAt(nowMs)
      .filter(cell => cell.maxReflectivityDbz > 45 && strongLater.has(cell.id))
      .filter(
        ({ latitude, longitude }) => latitude > 25 && latitude < 48 && longitude > -124 && longitude < -68,
      )
    for (const { latitude, longitude } of storms.slice(0, 5)) {
      const [column, row] = [
        Math.round(columnAt(now.place, longitude)),
        Math.round(rowAt(now.place, latitude)),
      ]
      if (now.echoes[row * now.place.columns + column] === noCoverage || skills.length === 20) continue
      const came = around(later, column, row)
      skills.push({
        nowcast: criticalSuccessIndex(around(moved, column, row), came, 35) ?? 0,
        persistence: criticalSuccessIndex(around(now, column, row), came, 35) ?? 0,
      })
    }
  }
  const mean = (of: (skill: (typeof skills)[number]) => number) =>
    skills.reduce((sum, each) => sum + of(each), 0) / skills.length
  const [nowcast, persistence] = [mean(each => each.nowcast), mean(each => each.persistence)]
  const better = skills.filter(each => each.nowcast > each.persistence).length
  console.log(
    `  30 min nowcast, CSI at 35 dBZ around ${skills.length} storms: ${nowcast.toFixed(3)}, persistence ${persistence.toFixed(3)} ` +
      `(target: above persistence); better for ${better} storms`,
  )
  if (nowcast <= persistence) process.exitCode = 1
}

async function measureDelay(grid: RadarGrid) {
  const renderer = createRenderer({ log: silentLog })
  const packed = (each: RadarGrid) => ({
    place: each.place,
    deflated: new Uint8Array(deflateSync(each.echoes, { level: 1 })),
  })
  const view = {
    bounds: { west: -14_026_255, south: 2_632_018, east: -7_347_086, north: 6_446_275 },
    width: 1280,
    height: 731,
  }
  const seconds: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    renderer.keep(`frame ${round}`, { kind: 'grid', look: 'radar', ...packed(grid) })
    await renderer.draw(`frame ${round}`, view, { caller: 'bench', onClose: () => {} })
    seconds.push((performance.now() - begun) / 1000)
  }
  await renderer.stop()
  const requests = [15, 30, 45, 60].map(minutes => ({ validMs: minutes, leadMinutes: minutes, model: null }))
  const earlier = [10, 5].map(minutes => ({
    ...packed(compositeAt(afternoon - minutes * minuteMs)),
    minutes,
  }))
  const begun = performance.now()
  const made = [...nowcasts(earlier, packed(grid), requests)]
  const nowcastSeconds = (performance.now() - begun) / 1000
  console.log(
    `  from a frame's data to its 1280 x 731 image: first ${(seconds[0] ?? NaN).toFixed(2)} s including thread startup, ` +
      `then ${median(seconds.slice(1)).toFixed(2)} s (target ${target.pictureSeconds}); a nowcast of ${made.length} frames ${nowcastSeconds.toFixed(1)} s`,
  )
  if (Math.max(...seconds) > target.pictureSeconds) process.exitCode = 1
}

/** Measures radar images: how fast they are drawn, how accurate the nowcast is, and how soon a frame is visible. */
export async function measureRadar(): Promise<void> {
  const times = Array.from({ length: 6 }, (_, index) => {
    const begun = performance.now()
    compositeAt(afternoon + index * 5 * minuteMs)
    return performance.now() - begun
  })
  console.log(
    `  the simulator draws a composite of 3000 x 1350 cells in ${median(times.slice(1)).toFixed(0)} ms (target: under 300 ms)`,
  )
  const grid = compositeAt(afternoon)
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-bench-'))
  try {
    // Only rain is compared, because MapServer has no data about snow or finer detail.
    compareTiles({ place: grid.place, echoes: grid.echoes }, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  measureSkill()
  await measureDelay(grid)
}
