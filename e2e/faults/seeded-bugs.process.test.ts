import { expect, it } from 'vitest'
import { isCaught, seededBugs } from './seeded-bugs.testing.ts'

// `npm run soak` tests all of them.
const sample = seededBugs.filter(bug => /heartbeat|not written/.test(bug.name))
it.each(sample.map(bug => [bug.name, bug] as const))(
  '%s is caught',
  (_name, bug) => {
    expect(isCaught(bug)).toBe(true)
  },
  60_000,
)
