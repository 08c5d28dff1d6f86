import { lightningNote } from './lightning-note.ts'
import { expect, test } from 'vitest'

const throughMs = Date.UTC(2026, 10, 15, 21, 10)
const known = { coveredThrough: new Date(throughMs).toISOString(), isReporting: true, isComplete: true }
const fresh = { lightning: known, hasFailed: false, time: { kind: 'now' }, stream: 'live' } as const
type Shown = Parameters<typeof lightningNote>[0]

const note = (change: Partial<Shown>, secondsLater = 5) =>
  lightningNote({ ...fresh, ...change }, throughMs + secondsLater * 1000, 'America/Chicago')

test('is dated to the end of its coverage, whenever it was requested', () => {
  expect(note({}, 60)).toEqual({ text: 'as of 3:10 PM CST', isWorry: false })
})

test.each<[string, Partial<Shown>, number, string]>([
  [
    'a silent feed',
    { lightning: { ...known, isReporting: false, isComplete: false } },
    25,
    'as of 3:10 PM CST, the feed has stopped reporting',
  ],
  ['a server that hangs', { stream: 'down' }, 40, 'as of 3:10 PM CST, no recent update from the server'],
  ['an answer that is not renewed', {}, 100, 'as of 3:10 PM CST, old'],
  ['a call that fails', { hasFailed: true }, 5, 'as of 3:10 PM CST, could not be refreshed'],
  [
    'a feed that began a moment ago',
    { lightning: { ...known, isComplete: false } },
    5,
    'as of 3:10 PM CST, earlier strikes may be missing',
  ],
  [
    'a place that no source covers',
    { lightning: { coveredThrough: null, isReporting: false, isComplete: false } },
    5,
    'no source covers this area',
  ],
  ['nothing at all', { lightning: undefined, hasFailed: true }, 5, 'not available'],
])('reports %s', (_, change, secondsLater, text) => {
  expect(note(change, secondsLater)).toEqual({ text, isWorry: true })
})

test('is no warning before the first response, and never dated 1970', () => {
  expect(note({ lightning: undefined })).toEqual({ text: 'loading…', isWorry: false })
})

test('is still fresh without the stream, at one request every ten seconds', () => {
  expect(note({ stream: 'down' }, 20).isWorry).toBe(false)
})

test('is known or unknown for a past time, however old', () => {
  const time = { kind: 'past', atMs: throughMs } as const
  expect(note({ time, stream: 'down' }, 3600)).toEqual({
    text: '30 minutes before 3:10 PM CST',
    isWorry: false,
  })
  expect(note({ time, lightning: { ...known, isComplete: false } })).toEqual({
    text: 'not fully known for this time',
    isWorry: true,
  })
})
