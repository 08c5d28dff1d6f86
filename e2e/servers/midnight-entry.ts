import { runProcess } from '#server/run-process'
import { skippedMs } from './midnight-server.ts'

/**
 * Skywarden with a shifted clock, which a message moves forward, and with instrument makers simulated by the test. The
 * shift applies to the whole process, because sign-in reads the system clock.
 */
const { STARTS_AT_MS: startsAtMs, PLAYED_MAKERS: makers = '' } = process.env
let shiftMs = Number(startsAtMs) - Date.now()
process.on('message', () => {
  shiftMs += skippedMs
  process.send?.('skipped')
})

const [realNow, realMonotonic] = [Date.now, performance.now.bind(performance)]
const now = () => realNow() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [now()], made) as Date,
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)) as unknown,
})
performance.now = () => realMonotonic() + shiftMs

await runProcess({ makersServices: { tempest: makers, xweather: makers } })
