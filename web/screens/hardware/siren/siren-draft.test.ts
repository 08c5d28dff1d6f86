import { sirenDraftOf, isValidSiren, sirenRingText, timeErrors, sirenUpdateBody } from './siren-draft.ts'
import { sameValue } from '#domain/edits/merge'
import type { Siren } from '#contract/devices/sirens'
import { weekdays } from '#domain/alert-times/alert-times'
import { expect, test } from 'vitest'

const siren: Siren = {
  id: 7,
  name: 'North Field',
  locationName: 'Norman',
  enabled: true,
  radius: 8,
  allClearMinutes: 30,
  inForce: { radius: 10, allClearMinutes: 30 },
  duration: 15,
  frequency: 1,
  allClearDuration: 5,
  allClearFrequency: 3,
  postWarnMessage: 'Go inside.',
  postAllClearMessage: '',
  isPagePublic: false,
  ipAddress: '10.0.0.7',
  alertTimes: weekdays.map(day => ({
    id: day,
    day,
    startTime: '08:00:00',
    endTime: '17:30:00',
    allDay: false,
    enabled: true,
  })),
  version: 4,
}
const draft = sirenDraftOf(siren)
const withTimes = (startMinute: number, endMinute: number) => ({
  ...draft,
  alertTimes: draft.alertTimes.map(time => (time.day === 2 ? { ...time, startMinute, endMinute } : time)),
})

test('requires a start before the end, unless the end is midnight', () => {
  expect(isValidSiren(draft)).toBe(true)
  expect(timeErrors(withTimes(600, 480))).toEqual({ 2: 'The start must be before the end time' })
  expect(isValidSiren(withTimes(600, 480))).toBe(false)
  expect(isValidSiren(withTimes(600, 0))).toBe(true)
  expect(isValidSiren(withTimes(0, 0))).toBe(true)
  expect(timeErrors(withTimes(485, 600))).toEqual({ 2: 'The start must be in steps of 15 minutes' })
})

test('rejects a week in which the siren would never sound', () => {
  const off = draft.alertTimes.map(time => ({ ...time, enabled: false }))
  expect(isValidSiren({ ...draft, alertTimes: off })).toBe(false)
})

test('rejects a message over 350 characters', () => {
  expect(isValidSiren({ ...draft, postAllClearMessage: 'a'.repeat(351) })).toBe(false)
})

test('sends the version the change started from', () => {
  expect(sirenUpdateBody({ ...draft, frequency: 2 }, 7, 4)).toMatchObject({
    sirenId: 7,
    version: 4,
    frequency: 2,
    duration: 15,
  })
  expect(sameValue(draft, sirenDraftOf({ ...siren, version: 5 }))).toBe(true)
})

test('shows what a siren uses and why', () => {
  expect(sirenRingText(siren)[0]).toBe(
    'Sounds for lightning within 10 miles; the largest of the siren’s own, its place’s and its policies’ (its own: 8 miles).',
  )
})
