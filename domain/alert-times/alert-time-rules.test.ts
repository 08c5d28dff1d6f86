import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertTimeFaults, wholeWeek } from './alert-time-rules.ts'
import { isAlertTime, weekdays, type AlertTime } from './alert-times.ts'

function monday(startMinute: number, endMinute: number, allDay = false): AlertTime {
  return { day: 1, enabled: true, allDay, startMinute, endMinute }
}

describe('a day’s alert times', () => {
  it.each<[clause: string, AlertTime, faulty: boolean]>([
    ['from morning to evening', monday(480, 1020), false],
    ['overnight', monday(1320, 360), false],
    ['until midnight', monday(480, 0), false],
    ['from midnight', monday(0, 480), false],
    ['from midnight to midnight', monday(0, 0), false],
    ['by the minute', monday(481, 482), false],
    ['all day, whatever the times', monday(480, 480, true), false],
    ['ending as they start', monday(480, 480), true],
    ['ending as they start, and off', { ...monday(480, 480), enabled: false }, true],
  ])('%s', (_, time, faulty) => {
    expect(alertTimeFaults([time]).map(({ day }) => day)).toEqual(faulty ? [1] : [])
  })

  it('may be set only once per day', () => {
    expect(alertTimeFaults([monday(480, 1020), { ...monday(480, 1020), day: 2 }, monday(0, 60)])).toEqual([
      { day: 1, because: 'is set twice for this day' },
    ])
  })
})

const times: fc.Arbitrary<AlertTime[]> = fc.uniqueArray(
  fc.record({
    day: fc.constantFrom(...weekdays),
    enabled: fc.boolean(),
    allDay: fc.boolean(),
    startMinute: fc.oneof(fc.constant(0), fc.nat(1439)),
    endMinute: fc.oneof(fc.constant(0), fc.nat(1439)),
  }),
  { selector: ({ day }) => day },
)

describe('a full week', () => {
  it('has every day once, in order, and notifies at the same minutes as the original', () => {
    fc.assert(
      fc.property(times, fc.constantFrom(...weekdays), fc.nat(1439), (set, day, minute) => {
        const week = wholeWeek(set)
        expect(week.map(time => time.day)).toEqual(weekdays)
        expect(isAlertTime(week, { day, minute })).toBe(isAlertTime(set, { day, minute }))
      }),
      { numRuns: 2000 },
    )
  })

  it('is unchanged when normalized again', () => {
    fc.assert(
      fc.property(times, set => {
        expect(wholeWeek(wholeWeek(set))).toEqual(wholeWeek(set))
      }),
    )
  })

  it('treats midnight to midnight as all day', () => {
    expect(wholeWeek([monday(0, 0)])[1]).toMatchObject({ allDay: true, enabled: true })
  })
})
