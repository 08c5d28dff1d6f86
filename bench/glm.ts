import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { samplePath } from '#domain/cases.testing'
import { createGlmDecoder } from '#server/feeds/glm/decode'
import { glmFile } from '#server/feeds/glm/generate.testing'
import { silentLog } from '#server/platform/log'

const targets = { decodeMs: 200, blockMs: 20 }
const rounds = 50
const recorded = 'glm/OR_GLM-L2-LCFA_G19_s20250971300200_e20250971300400_c20250971300420.nc'

const windowStartMs = Date.UTC(2026, 6, 15, 22)
const isMissed = (value: number, target: number) => {
  if (value > target) process.exitCode = 1
  return `(target: below ${target} ms)`
}

/** Returns a file like those on the busiest afternoons, with ten times the recorded file's flashes and their events. */
function busyFile(): Promise<Uint8Array> {
  const flashes = Array.from({ length: 1200 }, (_, id) => ({
    id,
    timeMs: windowStartMs + ((id * 16) % 20_000),
    latitude: 25 + (id % 200) / 10,
    longitude: -105 + (id % 300) / 10,
  }))
  return glmFile({ satellite: 'G19', windowStartMs, flashes, eventsPerFlash: 40 })
}

async function measure(name: string, bytes: Uint8Array): Promise<void> {
  const decoder = createGlmDecoder({ log: silentLog })
  const firstMs = performance.now()
  const { flashes } = await decoder.decode(new Uint8Array(bytes)) // starts the thread and its library
  const startedMs = performance.now() - firstMs
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const took: number[] = []
  loop.enable()
  for (let round = 0; round < rounds; round++) {
    const copy = new Uint8Array(bytes) // decoding transfers the buffer
    const beganMs = performance.now()
    await decoder.decode(copy)
    took.push(performance.now() - beganMs)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  loop.disable()
  await decoder.stop()
  took.sort((one, other) => one - other)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? NaN
  const blockMs = loop.max / 1e6
  console.log(`  ${name}: ${flashes.length} flashes, ${(bytes.length / 1024).toFixed(0)} KiB`)
  console.log(`    first file, including thread startup: ${startedMs.toFixed(0)} ms`)
  console.log(
    `    decoded in ${at(0.5).toFixed(1)} ms (median), ${at(0.99).toFixed(1)} ms (p99 of ${rounds}) ${isMissed(at(0.99), targets.decodeMs)}`,
  )
  console.log(
    `    longest block of the main thread during decoding: ${blockMs.toFixed(1)} ms ${isMissed(blockMs, targets.blockMs)}`,
  )
}

/** Measures the cost of decoding a 20 s satellite lightning file, and whether it blocks anything else. */
export async function measureGlm(): Promise<void> {
  const path = samplePath(recorded)
  if (path) await measure('a recorded file of GOES-19', readFileSync(path))
  await measure('a file of a busy afternoon', await busyFile())
}
