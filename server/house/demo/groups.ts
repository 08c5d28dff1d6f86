import { defaultAlertTimes, weekdays, type AlertTime } from '#domain/alert-times/alert-times'

export interface DemoGroup {
  readonly name: string
  readonly alertTimes: readonly AlertTime[]
}

type Hours = Pick<AlertTime, 'startMinute' | 'endMinute'>

const week = (hours: Hours, day: (day: number) => Partial<AlertTime> = () => ({})): AlertTime[] =>
  weekdays.map(each => ({ day: each, enabled: true, allDay: false, ...hours, ...day(each) }))

const isWeekday = (day: number) => day >= 1 && day <= 5

const allDay = week({ startMinute: 0, endMinute: 0 }, () => ({ allDay: true }))
const overnight = week({ startMinute: 20 * 60, endMinute: 6 * 60 })
const campDays = week({ startMinute: 7 * 60, endMinute: 18 * 60 }, day => ({ enabled: isWeekday(day) }))
const showDays = week({ startMinute: 12 * 60, endMinute: 60 }, day => ({ enabled: day === 0 || day >= 4 }))

export const supportGroups: readonly DemoGroup[] = [{ name: 'Support', alertTimes: defaultAlertTimes }]

export const demoGroups: readonly DemoGroup[] = [
  // People who open the demo at any hour see notifications being sent.
  { name: 'Grounds', alertTimes: allDay },
  { name: 'Athletics', alertTimes: defaultAlertTimes },
  { name: 'Summer Camp', alertTimes: campDays },
  { name: 'Facilities', alertTimes: overnight },
  { name: 'Security', alertTimes: allDay },
]

export const otherGroups: readonly DemoGroup[] = [
  { name: 'Staff', alertTimes: defaultAlertTimes },
  { name: 'Show Nights', alertTimes: showDays },
]
