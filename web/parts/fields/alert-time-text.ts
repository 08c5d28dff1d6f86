import { weekdays, type AlertTime, type Weekday } from '#domain/alert-times/alert-times'

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const dayMinutes = 1440

export function weekdayName(day: Weekday): string {
  return dayNames[day]
}

/** `5:30 PM` */
export function clockWords(minute: number): string {
  const hour = Math.floor(minute / 60)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${half}`
}

/** Returns the times of a day in equal steps. Also includes a stored time between two steps. */
export function clockChoices(stepMinutes: number, stored: number): { minute: number; words: string }[] {
  const steps = Array.from({ length: dayMinutes / stepMinutes }, (_step, index) => index * stepMinutes)
  return [...new Set([...steps, stored])]
    .sort((a, b) => a - b)
    .map(minute => ({ minute, words: clockWords(minute) }))
}

interface DayChoices {
  readonly starts: ReturnType<typeof clockChoices>
  readonly ends: ReturnType<typeof clockChoices>
}

/**
 * Returns the choices if a day's times must not run past midnight: starts before the end, and ends after the start or
 * at midnight.
 */
export function choicesWithinDay(stepMinutes: number, { startMinute, endMinute }: AlertTime): DayChoices {
  const isStart = (minute: number) => endMinute === 0 || minute < endMinute || minute === startMinute
  const isEnd = (minute: number) => minute > startMinute || minute === endMinute
  const ends = clockChoices(stepMinutes, endMinute)
  return {
    starts: clockChoices(stepMinutes, startMinute).filter(({ minute }) => isStart(minute)),
    // The midnight that ends a day comes last.
    ends: [
      ...ends.filter(({ minute }) => minute !== 0 && isEnd(minute)),
      ...ends.filter(({ minute }) => minute === 0),
    ],
  }
}

/** Returns a note for times that reach into the next day. */
export function overnightNote(time: AlertTime): string | undefined {
  const { enabled, allDay, startMinute, endMinute } = time
  if (!enabled || allDay || endMinute >= startMinute) return undefined
  const nextDay = dayNames[(time.day + 1) % 7]
  return `Receive alerts from ${weekdayName(time.day)} ${clockWords(startMinute)} to ${nextDay} ${clockWords(endMinute)}`
}

function timesInWords({ allDay, startMinute, endMinute }: AlertTime): string {
  return allDay ? 'all day' : `${clockWords(startMinute)} to ${clockWords(endMinute)}`
}

/** Returns text such as `Monday to Friday`, `Sunday and Saturday`, `Every day`. */
function daysInWords(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'Every day'
  const runs: Weekday[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const named = runs.flatMap(run => {
    const [first, last] = [run[0], run.at(-1)]
    const isLong = run.length > 2 && first !== undefined && last !== undefined
    return isLong ? [`${weekdayName(first)} to ${weekdayName(last)}`] : run.map(weekdayName)
  })
  return new Intl.ListFormat('en-US').format(named)
}

/** Returns a week in a few words. Days with the same times are grouped. */
export function weekInWords(times: readonly AlertTime[]): string {
  const daysByTimes = new Map<string, Weekday[]>()
  for (const time of times.filter(({ enabled }) => enabled).sort((a, b) => a.day - b.day)) {
    const words = timesInWords(time)
    daysByTimes.set(words, [...(daysByTimes.get(words) ?? []), time.day])
  }
  if (daysByTimes.size === 0) return 'No alerts on any day'
  return [...daysByTimes].map(([words, days]) => `${daysInWords(days)} ${words}`).join('; ')
}

/** Returns the server's errors by day, keyed `AlertTimes[2].StartTime`. The list that was sent begins with Sunday. */
export function errorsByDay(
  errors: Readonly<Record<string, readonly string[]>>,
): Readonly<Partial<Record<Weekday, string>>> {
  const byDay: Partial<Record<Weekday, string>> = {}
  for (const [field, messages] of Object.entries(errors)) {
    const index = Number(/^AlertTimes\[([0-6])\]/i.exec(field)?.[1] ?? NaN)
    const day = weekdays[index]
    if (day === undefined) continue
    const about = /EndTime$/i.test(field) ? 'The end' : 'The start'
    const reported = messages.map(message => (/^\p{Ll}/u.test(message) ? `${about} ${message}` : message))
    byDay[day] = [byDay[day], ...reported].filter(Boolean).join(' ')
  }
  return byDay
}
