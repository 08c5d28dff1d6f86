import { runProcess } from '#server/run-process'

/**
 * Skywarden as `server/main.ts` runs it but with less of a past: drawing two hours of radar and five years of weather
 * takes longer than most tests, and none looks at them.
 */
const dayMs = 86_400_000
await runProcess({
  past: { daysBackMs: 40 * dayMs, hoursBackMs: 10 * dayMs, readingsBackMs: 2 * dayMs },
  // From the second picture on, where the rain goes is worked out: the most costly of all.
  radarFrames: { composite: 1, model: 1, international: 1, extended: 1 },
})
