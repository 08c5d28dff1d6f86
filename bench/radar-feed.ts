import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRadarGrids } from '#simulator/radar/radar-grids'
import { noCoverage, noEcho } from '#domain/radar/grid'
import { pictureKinds } from '#server/feeds/iem/parse-grid'
import { unpackInThread } from '#server/feeds/iem/radar'
import { areaWork } from '#server/feeds/mrms/area-feed'
import { madeMosaic } from '#server/feeds/mrms/grib.testing'
import { unpackMosaicInThread } from '#server/feeds/mrms/index'
import { plainPng } from '#server/platform/png-samples.testing'

/** Measured in CPU time, which excludes other work on the machine. No single block can be longer than this total. */
const target = { workedMs: 20, seconds: 5 }
const rounds = 10

/** Frees the drawn image: hundreds of megabytes that no real feed uses. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
const afternoon = Date.UTC(2026, 6, 15, 22)

/** Returns a composite as large as IEM's, with storms. Each of our cells is sixteen of its pixels. */
function fullPicture(): Buffer {
  const { width, height, times, place } = pictureKinds.composite
  const grid = createRadarGrids(2026)({ product: 'composite', validMs: afternoon, issuedMs: afternoon })
  const samples = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < place.columns * times; x++) {
      const echo = grid.echoes[Math.floor(y / times) * place.columns + Math.floor(x / times)] ?? noEcho
      // Slightly noisier than the simulated grid, like real pixels.
      if (echo !== noEcho && echo !== noCoverage)
        samples[y * width + x] = Math.min(255, echo + 65 - ((x * y) % 3))
    }
  }
  const picture = { width, height, bitDepth: 8, colorType: 3, samples } as const
  return plainPng({ ...picture, filterOf: row => [0, 2][row % 2] ?? 0 })
}

/** Measures how long it takes to turn a file into a grid, and whether it blocks anything else. */
async function measure(what: string, file: Uint8Array, unpack: (file: Uint8Array) => Promise<Uint8Array>) {
  await unpack(file)
  collectGarbage()
  const before = process.memoryUsage.rss()
  const loop = monitorEventLoopDelay({ resolution: 5 })
  const seconds: number[] = []
  let packedBytes = 0
  let workedMs = 0
  for (let round = 0; round < rounds; round++) {
    loop.enable()
    const begun = performance.now()
    const begunWork = process.threadCpuUsage()
    packedBytes = (await unpack(file)).length
    seconds.push((performance.now() - begun) / 1000)
    loop.disable()
    const { user, system } = process.threadCpuUsage(begunWork)
    workedMs = Math.max(workedMs, (user + system) / 1000)
  }
  const grownMb = (process.memoryUsage.rss() - before) / 1e6
  const slowest = Math.max(...seconds)
  console.log(
    `  ${what} of ${(file.length / 1e6).toFixed(1)} MB is a grid of ${(packedBytes / 1e3).toFixed(0)} kB ` +
      `after ${slowest.toFixed(2)} s at worst of ${rounds} (target ${target.seconds}); memory grew by ${grownMb.toFixed(0)} MB`,
  )
  console.log(
    `    the main thread worked ${workedMs.toFixed(1)} ms for it ` +
      `(target ${target.workedMs}), and was blocked for at most ${(loop.max / 1e6).toFixed(1)} ms, including other work on this machine`,
  )
  if (workedMs > target.workedMs || slowest > target.seconds) process.exitCode = 1
}

const alaska = { west: -176, north: 72, stepDegrees: 0.01, columns: 5000, rows: 2200 } as const

/** Images from public radar sources at full size: 12,200 x 5400, 7000 x 3500 and 5000 x 2200 pixels. */
export async function measureRadarFeed(): Promise<void> {
  await measure('a composite of IEM', fullPicture(), file => unpackInThread('composite', file))
  const cells = Array.from({ length: 500_000 }, (_, index) => {
    const at = (index * 7919) % 24_500_000
    return [at % 7000, Math.floor(at / 7000), 5 + (index % 60)] as const
  })
  const mosaic = madeMosaic({ validMs: afternoon, cells })
  await measure('a mosaic of MRMS', mosaic, async file => (await unpackMosaicInThread(file)).deflated)
  const inAlaska = cells.filter(([column, row]) => column < alaska.columns && row < alaska.rows)
  const area = madeMosaic({ validMs: afternoon, cells: inAlaska, grid: alaska })
  await measure('the largest other area of MRMS', area, async file =>
    areaWork.join([await areaWork.unpack(file)]),
  )
}
