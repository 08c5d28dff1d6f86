import { alertTimeFaults, type AlertTimeFault } from '#domain/alert-times/alert-time-rules'
import { isOvernight, weekdays, type AlertTime } from '#domain/alert-times/alert-times'
import type { Sounding } from './command.ts'

export const durationRange = { least: 5, most: 30, step: 5 } as const
export const playCountRange = { least: 1, most: 10 } as const
export const mostMessageLength = 350
export const scheduleStepMinutes = 15
const dayMinutes = 1440

export interface SirenSettings {
  readonly radiusMiles: number
  readonly allClearMinutes: number
  readonly warning: Sounding
  readonly allClear: Sounding
  readonly postWarnMessage: string
  readonly postAllClearMessage: string
  readonly alertTimes: readonly AlertTime[]
}

/** Common practice: one long blast for the warning, three short blasts for the all clear. */
export const defaultSounds = {
  warning: { seconds: 15, times: 1 },
  allClear: { seconds: 5, times: 3 },
} as const satisfies Record<string, Sounding>

export function isSoundSeconds(seconds: number): boolean {
  const { least, most, step } = durationRange
  return seconds >= least && seconds <= most && seconds % step === 0
}

export function isPlayCount(times: number): boolean {
  return Number.isInteger(times) && times >= playCountRange.least && times <= playCountRange.most
}

/** In addition to the general rules: a siren's alert times do not span midnight and use quarter hours. */
export function sirenTimeFaults(times: readonly AlertTime[]): AlertTimeFault[] {
  const own = times.flatMap((time): AlertTimeFault[] => {
    const { day, allDay, startMinute, endMinute } = time
    if (allDay) return []
    if (isOvernight(time)) return [{ day, because: 'must be before the end time' }]
    const isStep = startMinute % scheduleStepMinutes === 0 && endMinute % scheduleStepMinutes === 0
    return isStep ? [] : [{ day, because: `must be in steps of ${scheduleStepMinutes} minutes` }]
  })
  const reported = new Set(own.map(({ day }) => day))
  return [...own, ...alertTimeFaults(times).filter(({ day }) => !reported.has(day))]
}

/** A week without any active day would turn a siren off without anyone deciding to do so or recording a reason. */
export const isSilentAllWeek = (times: readonly AlertTime[]) => !times.some(({ enabled }) => enabled)
export const silentWeekFault =
  'Turn on at least one day. To keep the siren silent, disable it and give a reason.'

/** When a new siren may sound. The person who adds it chooses; the default is any time. */
export const sirenHours = ['all day', 'groups'] as const
export type SirenHours = (typeof sirenHours)[number]

export const allDayTimes: readonly AlertTime[] = weekdays.map(day => ({
  day,
  enabled: true,
  allDay: true,
  startMinute: 0,
  endMinute: 0,
}))

/**
 * The hours of several groups combined for one siren: on each day from the earliest start to the latest end of any of
 * them. Too long is better than too short; times that span midnight become all day on both days.
 */
export function hoursOfGroups(groups: readonly (readonly AlertTime[])[]): readonly AlertTime[] {
  const all = groups.flat().filter(({ enabled }) => enabled)
  return weekdays.map(day => {
    const own = all.filter(time => time.day === day)
    const isFromBefore = all.some(time => time.day === (day + 6) % 7 && isOvernight(time))
    const isWhole = isFromBefore || own.some(time => time.allDay || isOvernight(time))
    const none = { day, enabled: false, allDay: false, startMinute: 0, endMinute: 0 }
    if (isWhole) return { ...none, enabled: true, allDay: true }
    if (own.length === 0) return none
    const step = scheduleStepMinutes
    const startMinute = Math.floor(Math.min(...own.map(time => time.startMinute)) / step) * step
    const endMinute = Math.ceil(Math.max(...own.map(time => time.endMinute || dayMinutes)) / step) * step
    return { ...none, enabled: true, startMinute, endMinute: endMinute % dayMinutes }
  })
}

/** The radius that a siren uses, and how long it waits. */
export interface SirenRing {
  readonly radiusMiles: number
  readonly allClearMinutes: number
}

/**
 * The largest of the siren's own, the location's and the policies' radius, so that a siren never covers less than a
 * screen shows.
 */
export function sirenRingInForce(own: SirenRing, others: readonly SirenRing[]): SirenRing {
  const all = [own, ...others]
  return {
    radiusMiles: Math.max(...all.map(({ radiusMiles }) => radiusMiles)),
    allClearMinutes: Math.max(...all.map(({ allClearMinutes }) => allClearMinutes)),
  }
}

export type TestKind = 'delay' | 'all clear' | 'light'

const startUpSeconds = 10
const lightSeconds = 3

/** How long the page shows that a test is running. */
export function testSeconds(
  kind: TestKind,
  { warning, allClear }: Pick<SirenSettings, 'warning' | 'allClear'>,
): number {
  if (kind === 'light') return lightSeconds
  const { seconds, times } = kind === 'delay' ? warning : allClear
  return startUpSeconds + seconds * times
}
