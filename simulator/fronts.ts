import type { SurfaceAnalysis } from '#domain/surface/analysis'
import { centersOver, type SurfaceWeather } from './fronts-centers.ts'
import { frontsOf } from './fronts-lines.ts'
import { createPressureNoise, meanPressureHpa, pressureSwingHpa } from './weather/fields.ts'
import { memoized } from './weather/memo.ts'
import { onSphere } from './weather/noise.ts'
import { createWideRain } from './weather/wide-rain.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { World } from './world.ts'

const minuteMs = 60_000
/** Analyses are made every three hours, and drawn within an hour and a half, like those of the real service. */
const analysisEveryMs = 180 * minuteMs
const latencyMs = 80 * minuteMs
const keptAnalyses = 2

/** Creates the analyses of a world's weather service. Its lows are where the world's pressure is low. */
export function createSurfaceAnalyses(world: World): (timeMs: number) => SurfaceAnalysis {
  const pressure = createPressureNoise(world.seed)
  const wideRain = createWideRain(world.seed)
  const analyses = new Map<number, Pick<SurfaceAnalysis, 'centers' | 'fronts'>>()

  function analysed(validMs: number): Pick<SurfaceAnalysis, 'centers' | 'fronts'> {
    const ground: SurfaceWeather = {
      pressureHpa: ({ latitude, longitude }) =>
        meanPressureHpa + pressureSwingHpa * pressure(onSphere(latitude, longitude), validMs),
      rainDbz: ({ latitude, longitude }) => wideRain.groundAt(latitude, longitude, validMs).mostDbz,
    }
    const { lows, highs } = centersOver(ground)
    return { centers: [...lows, ...highs], fronts: lows.flatMap(low => frontsOf(low, ground)) }
  }

  return timeMs => {
    const validMs = Math.floor((timeMs - latencyMs) / analysisEveryMs) * analysisEveryMs
    return { source: simulatedSource, validMs, ...memoized(analyses, keptAnalyses, validMs, analysed) }
  }
}
