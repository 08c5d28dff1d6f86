import { bellLabel, newestId, readSeenId, unreadCount, unreadText } from './unread.ts'
import { expect, test } from 'vitest'

const notified = [{ id: 9 }, { id: 7 }, { id: 4 }]

test.each([
  [0, 3],
  [4, 2],
  [9, 0],
  [12, 0],
])('with id %i seen, %i are new', (seen, count) => expect(unreadCount(notified, seen)).toBe(count))

test('marks the newest as seen when the bell is opened', () => {
  expect(unreadCount(notified, newestId(notified))).toBe(0)
  expect(newestId([])).toBe(0)
})

test.each([
  [null, 0],
  ['', 0],
  ['7', 7],
  ['-3', 0],
  ['1.5', 0],
  ['<b>', 0],
])('reads the stored value %j as %i', (kept, id) => expect(readSeenId(kept)).toBe(id))

test('reads out how many are new', () => {
  expect(bellLabel(0, 20)).toBe('Notifications')
  expect(bellLabel(7, 20)).toBe('Notifications, 7 new')
})

test('shows a plus when there may be more than were requested', () => {
  expect(unreadText(19, 20)).toBe('19')
  expect(unreadText(20, 20)).toBe('20+')
})
