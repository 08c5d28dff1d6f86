import { ofNowWords } from './now-words.ts'
import { expect, test } from 'vitest'

const all = { hasLightning: true, hasAlerts: true }

test('on the frame of now everything is of now, and nothing needs a word', () => {
  expect(ofNowWords({ kind: 'now' }, false, all)).toBeNull()
})

test('on an earlier frame strikes are of its time, and alerts of now', () => {
  expect(ofNowWords({ kind: 'past', atMs: 0 }, false, all)).toBe('Alerts: now')
})

test('on a frame to come, and on one that was left behind, both are of now', () => {
  expect(ofNowWords({ kind: 'future', atMs: 0 }, false, all)).toBe('Lightning, alerts: now')
  expect(ofNowWords({ kind: 'now' }, true, all)).toBe('Lightning, alerts: now')
})

test('what is not on the map is not named', () => {
  const future = { kind: 'future', atMs: 0 } as const
  expect(ofNowWords(future, false, { hasLightning: true, hasAlerts: false })).toBe('Lightning: now')
  expect(ofNowWords(future, false, { hasLightning: false, hasAlerts: false })).toBeNull()
})
