import { environmentConfig } from '#server/config'
import { buildHouse } from '#server/house'
import { systemClock } from '#server/platform/clock'
import { createLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'

/**
 * Runs the house for browser tests, as `server/main.ts` does but with less of a past: drawing two hours of radar and
 * five years of weather takes longer than most tests, and none looks at them.
 */
const dayMs = 86_400_000
const config = environmentConfig()
const log = createLog(config.logLevel)
const store = await openStore({ ...config, log })
const house = await buildHouse({
  config,
  clock: systemClock,
  log,
  store,
  worldExtent: {
    past: { daysBackMs: 40 * dayMs, hoursBackMs: 10 * dayMs, readingsBackMs: 2 * dayMs },
    radarFrames: { composite: 4, model: 9, international: 1, extended: 1 },
  },
})
async function stop() {
  await house.stop()
  await store.close()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
await house.http.listen({ port: config.port, host: config.host })
