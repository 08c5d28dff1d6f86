import { runProcess } from '#server/run-process'

/** Skywarden in a world with lightning only: it writes every second and costs little else. */
await runProcess({
  worldExtent: {
    past: { daysBackMs: 0, hoursBackMs: 0, readingsBackMs: 0 },
    radarFrames: { composite: 0, model: 0, international: 0, extended: 0 },
    sources: ['lightning'],
  },
})
