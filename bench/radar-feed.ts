import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createRadarGrids } from '#simulator/radar-grids'
import { noCoverage, noEcho } from '#domain/radar/grid'
import { pictureKinds } from '#server/feeds/iem/parse-grid'
import { unpackInThread } from '#server/feeds/iem/radar'
import { plainPng } from '#server/platform/png-samples.testing'

const target = { blockedMs: 20, seconds: 5 }
const rounds = 10
const afternoon = Date.UTC(2026, 6, 15, 22)

/** A composite as large as IEM's, with storms in it: each cell of ours as sixteen of its pixels. */
function fullPicture(): Buffer {
  const { width, height, times, place } = pictureKinds.composite
  const grid = createRadarGrids(2026)({ product: 'composite', validMs: afternoon, issuedMs: afternoon })
  const samples = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < place.columns * times; x++) {
      const echo = grid.echoes[Math.floor(y / times) * place.columns + Math.floor(x / times)] ?? noEcho
      // A little rougher than ours, as real pixels are.
      if (echo !== noEcho && echo !== noCoverage)
        samples[y * width + x] = Math.min(255, echo + 65 - ((x * y) % 3))
    }
  }
  const picture = { width, height, bitDepth: 8, colorType: 3, samples } as const
  return plainPng({ ...picture, filterOf: row => [0, 2][row % 2] ?? 0 })
}

/** A composite of 12,200 x 5400 pixels: how long until it is a grid, and whether anybody has to wait for that. */
export async function measureRadarFeed(): Promise<void> {
  const png = fullPicture()
  await unpackInThread('composite', png)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const seconds: number[] = []
  let packedBytes = 0
  for (let round = 0; round < rounds; round++) {
    loop.enable()
    const begun = performance.now()
    packedBytes = (await unpackInThread('composite', png)).length
    seconds.push((performance.now() - begun) / 1000)
    loop.disable()
  }
  const after = process.memoryUsage.rss()
  const blockedMs = loop.max / 1e6
  const slowest = Math.max(...seconds)
  console.log(
    `  a picture of ${(png.length / 1e6).toFixed(1)} MB is a grid of ${(packedBytes / 1e3).toFixed(0)} kB ` +
      `after ${slowest.toFixed(2)} s at worst of ${rounds} (target ${target.seconds})`,
  )
  console.log(
    `  everything else waits ${blockedMs.toFixed(1)} ms at worst (target ${target.blockedMs}); ` +
      `memory grew by ${((after - before) / 1e6).toFixed(0)} MB over ${rounds} pictures`,
  )
  if (blockedMs > target.blockedMs || slowest > target.seconds) process.exitCode = 1
}
