import { runProcess } from '#server/run-process'

/**
 * Skywarden as `server/main.ts` runs it, but with less history, because generating two hours of radar and five years of
 * weather takes longer than most tests, and none uses them.
 */
const dayMs = 86_400_000
await runProcess({
  worldExtent: {
    past: { daysBackMs: 40 * dayMs, hoursBackMs: 10 * dayMs, readingsBackMs: 2 * dayMs },
    // Rain movement is computed from the second image on and is the most expensive part.
    radarFrames: { composite: 1, model: 1, international: 1, extended: 1 },
  },
})
