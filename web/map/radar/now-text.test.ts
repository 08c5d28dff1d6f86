import { ofNowWords } from './now-text.ts'
import { expect, test } from 'vitest'

const all = { hasLightning: true, hasAlerts: true }

test('needs no note on the current frame', () => {
  expect(ofNowWords({ kind: 'now' }, false, all)).toBeNull()
})

test('dates strikes to an earlier frame and alerts to now', () => {
  expect(ofNowWords({ kind: 'past', atMs: 0 }, false, all)).toBe('Alerts: now')
})

test('dates both to now on a future or stale frame', () => {
  expect(ofNowWords({ kind: 'future', atMs: 0 }, false, all)).toBe('Lightning, alerts: now')
  expect(ofNowWords({ kind: 'now' }, true, all)).toBe('Lightning, alerts: now')
})

test('does not name layers that are off', () => {
  const future = { kind: 'future', atMs: 0 } as const
  expect(ofNowWords(future, false, { hasLightning: true, hasAlerts: false })).toBe('Lightning: now')
  expect(ofNowWords(future, false, { hasLightning: false, hasAlerts: false })).toBeNull()
})
