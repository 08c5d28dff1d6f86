import { zoneAbbreviation } from './zones.ts'
import { expect, test } from 'vitest'

test.each([
  ['CST', '2026-07-04', 'CST'],
  ['PST', '2026-11-15', 'PST'],
  ['America/Phoenix', '2026-07-04', 'MST'],
  ['America/New_York', '2026-07-04', 'EDT'],
])('abbreviates %s on %s as %s', (stored, day, short) =>
  expect(zoneAbbreviation(stored, new Date(`${day}T12:00:00Z`))).toBe(short),
)
