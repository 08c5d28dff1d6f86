import { runProcess } from '#server/run-process'
import { skippedMs } from './midnight-server.ts'

/**
 * Skywarden at another time, which a message moves forward, with instrument makers simulated by the test. The
 * whole process has that time, because sign-in reads no other clock.
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
