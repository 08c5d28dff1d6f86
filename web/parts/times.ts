import { usableZone } from './zones.ts'

/** `Nov 15, 2026, 2:32:07 PM CST` */
export function shownInstant(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: usableZone(zone),
    timeZoneName: 'short',
  }).format(new Date(instant))
}

/** `2:32:07 PM` */
export function shownTime(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: usableZone(zone),
  }).format(new Date(instant))
}

/** `Sunday, November 15` */
export function shownDay(now: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: usableZone(zone),
  }).format(now)
}

/** `2:32 PM CST` */
export function shownClock(now: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: usableZone(zone),
    timeZoneName: 'short',
  }).format(now)
}
