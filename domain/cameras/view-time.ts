const secondsPerHour = 3600

function parts(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return {
    hours: Math.floor(whole / secondsPerHour),
    minutes: Math.floor((whole % secondsPerHour) / 60),
    seconds: whole % 60,
  }
}

/** Formats a duration as '1h 2m 3s', without leading units that are zero. */
export function viewTime(seconds: number): string {
  const { hours, minutes, seconds: rest } = parts(seconds)
  if (hours > 0) return `${hours}h ${minutes}m ${rest}s`
  return minutes > 0 ? `${minutes}m ${rest}s` : `${rest}s`
}

/** 'You have used 1h 5m of 10h this month.' Minutes of the allowance are shown only if it is not whole hours. */
export function usedThisMonth(usedSeconds: number, allowedMinutes: number): string {
  const used = parts(usedSeconds)
  const allowed = parts(allowedMinutes * 60)
  const minutes = allowed.minutes > 0 ? ` ${allowed.minutes}m` : ''
  return `You have used ${used.hours}h ${used.minutes}m of ${allowed.hours}h${minutes} this month.`
}

/** '10 hours 0 minutes', as shown in the logs. */
export function hoursAndMinutes(seconds: number): string {
  const { hours, minutes } = parts(seconds)
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
  return `${unit(hours, 'hour')} ${unit(minutes, 'minute')}`
}
