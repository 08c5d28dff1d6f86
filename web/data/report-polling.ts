import type { Report } from '#contract/reports'

const unfinishedEveryMs = 2000
const finishedEveryMs = 60_000

/** How often to look at reports: often while one still changes by itself. */
export function lookEveryMs(reports: readonly Pick<Report, 'state'>[] | undefined): number {
  const isWaitedFor = reports?.some(({ state }) => state === 'Waiting' || state === 'Building') ?? false
  return isWaitedFor ? unfinishedEveryMs : finishedEveryMs
}
