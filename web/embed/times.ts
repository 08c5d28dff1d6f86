/** Formats times in the place's zone, or the reader's if it is unknown. */
export function placeTimes(timeZone: string | null) {
  const zone = timeZone === null ? {} : { timeZone }
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat('en-US', { ...options, ...zone })
    return (instant: string) => made.format(new Date(instant))
  }
  return {
    /** `3:45 PM CDT` */
    time: format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
    /** `3 PM` */
    hour: format({ hour: 'numeric' }),
    /** `Tue` */
    day: format({ weekday: 'short' }),
  }
}
export type PlaceTimes = ReturnType<typeof placeTimes>
