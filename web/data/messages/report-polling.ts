import type { Report } from '#contract/messages/reports'

const unfinishedEveryMs = 2000
const finishedEveryMs = 60_000

/** Returns how often to poll reports: often while one is still changing. */
export function pollReportsEveryMs(reports: readonly Pick<Report, 'state'>[] | undefined): number {
  const isWaitedFor = reports?.some(({ state }) => state === 'Waiting' || state === 'Building') ?? false
  return isWaitedFor ? unfinishedEveryMs : finishedEveryMs
}
