const counted = (count: number, unit: string) => `in about ${count} ${unit}${count === 1 ? '' : 's'}`

/** When the last person will have received the message. */
export function finishInWords(seconds: number): string {
  if (seconds <= 10) return 'within seconds'
  if (seconds < 60) return counted(Math.ceil(seconds / 10) * 10, 'second')
  if (seconds < 5400) return counted(Math.round(seconds / 60), 'minute')
  return counted(Math.round(seconds / 3600), 'hour')
}
