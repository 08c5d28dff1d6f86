import { clockChoices, clockWords } from '#web/parts/fields/alert-time-text.ts'

const stepMinutes = 15
const dayMinutes = 1440

export const fromChoices = clockChoices(stepMinutes, 0)

/** The last choice is the midnight that ends the day. */
export const untilChoices = [
  ...fromChoices.filter(({ minute }) => minute > 0),
  { minute: dayMinutes, words: 'Midnight' },
]

/** Returns text such as `7:00 AM to 5:00 PM`. */
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
