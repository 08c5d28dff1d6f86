import { clockChoices, clockWords } from '#web/parts/fields/alert-time-text.ts'

const stepMinutes = 15
const dayMinutes = 1440

export const fromChoices = clockChoices(stepMinutes, 0)

/** A day ends with the midnight after it. */
export const untilChoices = [
  ...fromChoices.filter(({ minute }) => minute > 0),
  { minute: dayMinutes, words: 'Midnight' },
]

/** `7:00 AM to 5:00 PM`. */
export function hoursInWords({
  fromMinute,
  untilMinute,
}: {
  fromMinute: number
  untilMinute: number
}): string {
  const until = untilMinute === dayMinutes ? 'midnight' : clockWords(untilMinute)
  return `${clockWords(fromMinute)} to ${until}`
}
