import type { SeededBug } from './seeded-bug.testing.ts'

const duties = 'server/house/tests/two-processes/processes.test.ts'
const door = 'server/house/field.test.ts'
const dispatch = 'server/rooms/notifications/engine.test.ts'

/**
 * Mistakes that stay hidden under good conditions, and appear with a slow start, a wrong clock, a neighbor that hangs,
 * or a process that dies.
 */
export const neighborBugs: readonly SeededBug[] = [
  {
    name: 'the feeds start only if this process owns them at startup',
    file: 'server/house/processes.ts',
    from: 'if (areFeedsOurs() && !areFeedsStarted) {',
    to: 'if (areFeedsOurs() && !areFeedsStarted && held.size < 0) {',
    caughtBy: duties,
  },
  {
    name: 'a duty whose work hangs is reported as done',
    file: 'server/platform/schedule.ts',
    from: 'if (sinceSuccessMs === null || sinceSuccessMs < patienceWith(state)) continue',
    to: 'if (lastError === null || sinceSuccessMs === null) continue',
    caughtBy: duties,
  },
  {
    name: 'a skipped duty’s task is recorded as run',
    file: 'server/platform/schedule.ts',
    from: 'pauseOf(isDue ? task.pauseMs : Math.min(task.pauseMs, lookForOursMs))',
    to: 'pauseOf(task.pauseMs)',
    caughtBy: 'server/platform/schedule.test.ts',
  },
  {
    name: 'a device listener that failed to open is reported as open',
    file: 'server/house/field.ts',
    from: '      trouble = (error as Error).message\n      await close()\n',
    to: '      isOpen = true\n',
    caughtBy: door,
  },
  {
    name: 'a canary device’s failure to connect is ignored',
    file: 'server/house/field.ts',
    from: 'if (canary.fault !== null) throw new Error(canary.fault)',
    to: '',
    caughtBy: door,
  },
  {
    name: 'a fact that cannot be processed blocks all later facts',
    file: 'server/platform/changes/consume-facts.ts',
    from: 'if (failures < mostFailures || now.getTime() - since.getTime() < failingForMs) return undefined',
    to: 'if (failures > 0 || since > now) return undefined',
    caughtBy: 'server/platform/changes/changes.test.ts',
  },
  {
    name: 'coverage from a feed whose clock is ahead is cut at the current time',
    file: 'server/rooms/lightning/engine.ts',
    from: 'const latestMs = receivedMs + mostCoverageAheadMs',
    to: 'const latestMs = Math.min(receivedMs, receivedMs + mostCoverageAheadMs)',
    caughtBy: 'server/rooms/lightning/neighbors.test.ts',
  },
  {
    name: 'coverage from a source whose clock is ahead stays valid too long',
    file: 'server/rooms/lightning/proven-coverage.ts',
    from: 'staleAfterMs: staleAfterMs - (ends.get(id)?.aheadMs ?? 0),',
    to: 'staleAfterMs,',
    caughtBy: 'server/rooms/lightning/neighbors.test.ts',
  },
  {
    name: 'strikes beyond the antimeridian are not found when a ring changes',
    file: 'server/rooms/lightning/map/recent-strikes.ts',
    from: '((Math.floor(longitude) % columns) + columns) % columns',
    to: 'Math.floor(longitude) + 180',
    caughtBy: 'server/rooms/lightning/watch.test.ts',
  },
  {
    name: 'a hanging message occupies its slot forever',
    file: 'server/rooms/notifications/engine.ts',
    from: 'clock.monotonicMs() - sinceMs >= times.slowMs',
    to: 'clock.monotonicMs() - sinceMs >= 1e12',
    caughtBy: dispatch,
  },
  {
    name: 'an all clear is sent before the danger message it ends',
    file: 'server/rooms/notifications/store/dispatch.ts',
    from: "and (priority = ${rankOf('danger')} or not exists (",
    to: 'and (true or not exists (',
    caughtBy: dispatch,
  },
  {
    name: 'messages leased by a dead process wait until the lease expires',
    file: 'server/rooms/notifications/store/dispatch.ts',
    from: 'and (leased_until is null or leased_until <= ${take.now} or leased_by is distinct from ${take.term})',
    to: 'and (leased_until is null or leased_until <= ${take.now})',
    caughtBy: dispatch,
  },
  {
    name: 'a device’s commands use only the server’s clock',
    file: 'server/rooms/hardware/dispatch.ts',
    from: 'if (session !== null && heardAt !== null)',
    to: 'if (session !== null && heardAt === null)',
    caughtBy: 'server/house/tests/hardware/siren-clocks.test.ts',
  },
]
