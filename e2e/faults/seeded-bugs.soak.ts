import { describe, expect, it } from 'vitest'
import { isCaught, seededBugs } from './seeded-bugs.testing.ts'

describe('every seeded bug is caught', () => {
  it.each(seededBugs.map(bug => [bug.name, bug] as const))('%s', (_name, bug) => {
    expect(isCaught(bug)).toBe(true)
  })
})
