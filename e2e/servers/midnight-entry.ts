import { runProcess } from '#server/run-process'
import { skippedMs } from './midnight-server.ts'

/**
 * Skywarden at another time, which a signal moves forward, and with makers of instruments that the test plays. The time
 * is that of the whole process, because the part that signs people in reads no other clock.
 */
const { STARTS_AT_MS: startsAtMs, PLAYED_MAKERS: makers = '' } = process.env
let shiftMs = Number(startsAtMs) - Date.now()
process.on('SIGUSR2', () => void (shiftMs += skippedMs))

const [realNow, realMonotonic] = [Date.now, performance.now.bind(performance)]
const now = () => realNow() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [now()], made) as Date,
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)) as unknown,
})
performance.now = () => realMonotonic() + shiftMs

await runProcess({ makersServices: { tempest: makers, xweather: makers } })
