import {
  choicesWithinDay,
  clockChoices,
  clockWords,
  errorsByDay,
  overnightNote,
  weekInWords,
} from './alert-time-text.ts'
import { defaultAlertTimes, type AlertTime, type Weekday } from '#domain/alert-times/alert-times'
import { expect, test } from 'vitest'

function on(day: Weekday, startMinute: number, endMinute: number): AlertTime {
  return { day, enabled: true, allDay: false, startMinute, endMinute }
}

test.each([
  [0, '12:00 AM'],
  [5 * 60, '5:00 AM'],
  [12 * 60 + 30, '12:30 PM'],
  [23 * 60 + 45, '11:45 PM'],
])('minute %i of the day is %s', (minute, words) => expect(clockWords(minute)).toBe(words))

test('offers a day in steps from midnight', () => {
  expect(clockChoices(30, 300)).toHaveLength(48)
  expect(clockChoices(15, 300)).toHaveLength(96)
  expect(clockChoices(30, 300)[1]).toEqual({ minute: 30, words: '12:30 AM' })
})

test('still offers a stored time between two steps, in order', () => {
  expect(
    clockChoices(30, 310)
      .slice(9, 13)
      .map(({ words }) => words),
  ).toEqual(['4:30 AM', '5:00 AM', '5:10 AM', '5:30 AM'])
})

test('treats times that end before they start as reaching into the next day, from Saturday into Sunday', () => {
  expect(overnightNote(on(5, 20 * 60, 6 * 60))).toBe('Receive alerts from Friday 8:00 PM to Saturday 6:00 AM')
  expect(overnightNote(on(6, 20 * 60, 6 * 60))).toBe('Receive alerts from Saturday 8:00 PM to Sunday 6:00 AM')
})

test('rejects times that end when they start instead of treating them as overnight', () => {
  expect(overnightNote(on(5, 20 * 60, 20 * 60))).toBeUndefined()
})

test('labels an end at midnight as the next day’s', () => {
  expect(overnightNote(on(5, 20 * 60, 0))).toBe('Receive alerts from Friday 8:00 PM to Saturday 12:00 AM')
  expect(overnightNote(on(5, 0, 0))).toBeUndefined()
})

test('does not treat a whole day, or a day that is off, as overnight', () => {
  expect(overnightNote({ ...on(5, 20 * 60, 6 * 60), allDay: true })).toBeUndefined()
  expect(overnightNote({ ...on(5, 20 * 60, 6 * 60), enabled: false })).toBeUndefined()
})

test('describes a week with the same times every day once', () => {
  expect(weekInWords(defaultAlertTimes)).toBe('Every day 5:00 AM to 11:00 PM')
})

test('groups days with the same times and leaves out days that are off', () => {
  const week = defaultAlertTimes.map(time =>
    time.day === 0 ? { ...time, enabled: false } : time.day === 6 ? { ...time, allDay: true } : time,
  )
  expect(weekInWords(week)).toBe('Monday to Friday 5:00 AM to 11:00 PM; Saturday all day')
  expect(weekInWords([on(1, 480, 1020), on(2, 480, 1020), on(4, 480, 1020)])).toBe(
    'Monday, Tuesday, and Thursday 8:00 AM to 5:00 PM',
  )
})

test('describes a week without alerts', () => {
  expect(weekInWords(defaultAlertTimes.map(time => ({ ...time, enabled: false })))).toBe(
    'No alerts on any day',
  )
})

test('shows the server’s error at its day', () => {
  expect(
    errorsByDay({
      'AlertTimes[2].StartTime': ['must be a time such as 17:30:00'],
      'AlertTimes[2].EndTime': ['must be a time such as 17:30:00'],
      'AlertTimes[6].StartTime': ['Choose another time.'],
      Name: ['is required'],
    }),
  ).toEqual({
    2: 'The start must be a time such as 17:30:00 The end must be a time such as 17:30:00',
    6: 'Choose another time.',
  })
})

test('offers starts before the end, and ends after the start or at midnight', () => {
  const { starts, ends } = choicesWithinDay(15, on(1, 8 * 60, 17 * 60))
  expect(starts.at(-1)?.words).toBe('4:45 PM')
  expect(starts).toHaveLength(17 * 4)
  expect(ends[0]?.words).toBe('8:15 AM')
  expect(ends.at(-1)?.words).toBe('12:00 AM')
})

test('offers any start for a day that ends at midnight', () => {
  const { starts, ends } = choicesWithinDay(15, on(1, 0, 0))
  expect(starts).toHaveLength(96)
  expect(ends).toHaveLength(96)
})

test('still shows invalid stored times, so people can fix them', () => {
  const { starts, ends } = choicesWithinDay(15, on(1, 17 * 60, 8 * 60))
  expect(starts.map(({ words }) => words)).toContain('5:00 PM')
  expect(ends.map(({ words }) => words)).toContain('8:00 AM')
})
