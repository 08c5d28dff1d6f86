import type { SeededBug } from './seeded-bug.testing.ts'

const engine = 'server/rooms/lightning/engine.test.ts'
const switchedOff = 'server/rooms/lightning/switched-off-rings.test.ts'

/** Mistakes that would end a running delay too early, or never. */
export const runningDelayBugs: readonly SeededBug[] = [
  {
    name: 'turning a ring off ends its delay',
    file: 'server/rooms/lightning/watch.ts',
    from: 'if (radiusMiles === 0) return kept?.delayEndsMs === null ? undefined : kept',
    to: 'if (radiusMiles === 0) return undefined',
    caughtBy: engine,
  },
  {
    name: 'a restart drops promised delay ends',
    file: 'server/rooms/lightning/watch.ts',
    from: 'withPromisedEnd(promised, endsMs)',
    to: 'promised',
    caughtBy: engine,
  },
  {
    name: 'a follower that starts drops promised delay ends',
    file: 'server/rooms/lightning/engine.ts',
    from: 'if (!delay.simulated || sources.simulated) this.#watch.promiseEnd(delay)',
    to: 'void delay',
    caughtBy: switchedOff,
  },
  {
    name: 'the delay of a ring that was switched off never ends under a new leader',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'for (const record of records.all()) promiseEnd(record)',
    to: '',
    caughtBy: switchedOff,
  },
  {
    name: 'a ring that is switched off after a delay stays on',
    file: 'server/rooms/lightning/engine.ts',
    from: 'for (const { watched, states } of seen) this.#watch.dropCleared(watched, states)',
    to: '',
    caughtBy: switchedOff,
  },
]
