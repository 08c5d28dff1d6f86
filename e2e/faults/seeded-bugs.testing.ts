import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { deviceBugs } from './device-bugs.testing.ts'
import { instrumentBugs } from './instrument-bugs.testing.ts'
import { messageBugs } from './message-bugs.testing.ts'
import { neighborBugs } from './neighbor-bugs.testing.ts'
import { readerBugs } from './reader-bugs.testing.ts'
import { runningDelayBugs } from './running-delay-bugs.testing.ts'
import type { SeededBug } from './seeded-bug.testing.ts'

const rings = 'domain/lightning/ring.test.ts'
const engine = 'server/rooms/lightning/engine.test.ts'
const processes = 'server/rooms/lightning/two-processes.test.ts'
const areas = 'server/rooms/lightning/areas.test.ts'
const simulation = 'server/rooms/lightning/simulation/simulation.test.ts'
const warnings = 'domain/policies/warning.test.ts'
const telling = 'server/rooms/notifications/notify.test.ts'
const alertTimes = 'domain/alert-times'

export const seededBugs: readonly SeededBug[] = [
  ...deviceBugs,
  ...instrumentBugs,
  ...messageBugs,
  ...neighborBugs,
  ...readerBugs,
  ...runningDelayBugs,
  {
    name: 'a storm with unknown motion is reported as not approaching',
    file: 'domain/radar/storm-outlook.ts',
    from: 'nearestOf(watched.filter(({ motion }) => motion === null))',
    to: 'null',
    caughtBy: 'domain/radar/storm-outlook.test.ts',
  },
  {
    name: 'no storm is reported while lightning strikes where radar shows nothing',
    file: 'domain/radar/storm-outlook.ts',
    from: 'nearestOf(recent.filter(({ storm }) => storm === null))',
    to: 'null',
    caughtBy: 'domain/radar/storm-outlook.test.ts',
  },
  {
    name: 'an extreme alert ranks below a policy countdown',
    file: 'domain/policies/hazards.ts',
    from: 'other.danger - one.danger',
    to: 'one.danger - other.danger',
    caughtBy: 'domain/policies/hazards.test.ts',
  },
  {
    name: 'a late strike is counted but never sent to screens',
    file: 'server/rooms/lightning/engine.ts',
    from: 'before?.key === key && !added',
    to: 'before?.key === key',
    caughtBy: 'server/rooms/lightning/reported-strikes.test.ts',
  },
  {
    name: 'a ring ends earlier than its zone’s policy allows',
    file: 'domain/lightning/ring-rules.ts',
    from: 'zoneMinutes: locks.zoneMinutes ?? {},',
    to: 'zoneMinutes: {},',
    caughtBy: 'domain/lightning/ring-rules.test.ts',
  },
  {
    name: 'a delay ends a millisecond early',
    file: 'domain/lightning/ring.ts',
    from: 'nowMs < ring.delayEndsMs',
    to: 'nowMs < ring.delayEndsMs - 1',
    caughtBy: rings,
  },
  {
    name: 'a heartbeat is treated as coverage, so the newest report proves everything before it',
    file: 'domain/lightning/ring.ts',
    from: 'span.fromMs <= quietFromMs && isHolding(span, nowMs)',
    to: 'isHolding(span, nowMs)',
    caughtBy: rings,
  },
  {
    name: 'coverage with gaps shows All Clear on a screen',
    file: 'domain/lightning/ring.ts',
    from: 'span.fromMs <= quietFromMs && isHolding(span, nowMs)',
    to: 'isHolding(span, nowMs)',
    caughtBy: simulation,
  },
  {
    name: 'no coverage is treated as quiet, so an empty list is clear',
    file: 'domain/lightning/ring.ts',
    from: '  if (proof) {',
    to: "  if (proven.length === 0) return { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }\n  if (proof) {",
    caughtBy: rings,
  },
  {
    name: 'a late strike overwrites a newer one',
    file: 'domain/lightning/ring.ts',
    from: 'return one === null ? other : Math.max(one, other)',
    to: 'return other',
    caughtBy: rings,
  },
  {
    name: 'a shorter all-clear time ends a running delay',
    file: 'domain/lightning/ring.ts',
    from: 'lastStrikeMs: ring.lastStrikeMs, delayEndsMs: ring.delayEndsMs }',
    to: 'lastStrikeMs: ring.lastStrikeMs, delayEndsMs: null }',
    caughtBy: rings,
  },
  {
    name: 'a lease starts when it is received, however old its data is',
    file: 'domain/lightning/lease.ts',
    from: '    received.monotonicMs - (asOfMs + offsetMs),\n    received.wallMs - (asOfMs + wallOffsetMs),\n',
    to: '',
    caughtBy: 'domain/lightning/lease.test.ts',
  },
  {
    name: 'a message that waited during sleep is as young as the clock that stopped says',
    file: 'domain/lightning/lease.ts',
    from: '    received.wallMs - (asOfMs + wallOffsetMs),\n',
    to: '',
    caughtBy: 'domain/lightning/lease.test.ts',
  },
  {
    name: 'a lease uses only one clock, so a laptop that slept stays green',
    file: 'domain/lightning/lease.ts',
    from: ' && now.wallMs < lease.expires.wallMs',
    to: '',
    caughtBy: 'domain/lightning/lease.test.ts',
  },
  {
    name: 'coverage is used although it was not written',
    file: 'server/rooms/lightning/engine.ts',
    from: 'const grown = this.#coverage.grownBy(lost > 0 ? [] : coverage)',
    to: 'const grown = this.#coverage.grownBy(coverage)\n      for (const { source, span } of grown) this.#coverage.add(source, span)',
    caughtBy: engine,
  },
  {
    name: 'a process uses the coverage it received without reading what others wrote before it',
    file: 'server/rooms/lightning/engine.ts',
    from: 'await this.#readLog()\n      if (this.#ready)',
    to: 'for (const { source, span } of grown) this.#coverage.add(source, span)\n      if (this.#ready)',
    caughtBy: processes,
  },
  {
    name: 'a strike that commits late is skipped by a cursor',
    file: 'server/rooms/lightning/store/log.ts',
    from: "await lockForAppend(tx, 'strikes')",
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a leader that slept overwrites its successor',
    file: 'server/platform/leadership/lease.ts',
    from: '.forKeyShare()\n    .executeTakeFirst()\n  return row !== undefined',
    to: '.forKeyShare()\n    .executeTakeFirst()\n  return row !== undefined || true',
    caughtBy: processes,
  },
  {
    name: 'a write whose response was lost is repeated',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'this.#term = undefined\n      if (!(error instanceof LeadershipLost)) throw error',
    to: 'if (!(error instanceof LeadershipLost)) throw error',
    caughtBy: processes,
  },
  {
    name: 'a new leader records strikes that are already recorded',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'await moveStrikeCursor(writing.tx, reader, through)',
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a new leader drops strikes that were not yet recorded',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'for (const hit of hitsAfter(await cursorOf(db, reader))) add(unwritten, hit)',
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a new leader processes only locations with new strikes',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'const others = [...unwritten.keys()].filter(id => !ids.has(id))',
    to: 'const others: number[] = []',
    caughtBy: processes,
  },
  {
    name: 'an edit that could not be read is dropped',
    file: 'server/platform/changes/index.ts',
    from: '          throw error\n',
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a process that receives no edits reports All Clear',
    file: 'server/rooms/lightning/engine.ts',
    from: 'if (this.#deps.isCurrent()) return states',
    to: 'if (states) return states',
    caughtBy: processes,
  },
  {
    name: 'a fact that commits late is skipped by a cursor',
    file: 'server/platform/changes/store.ts',
    from: "await lockForAppend(tx, 'facts')",
    to: '',
    caughtBy: 'server/platform/changes/changes.test.ts',
  },
  {
    name: 'every machine uses its own clock',
    file: 'server/platform/store/database-clock.ts',
    from: 'now: () => new Date(monotonicMs() + (aheadMs ?? 0))',
    to: 'now: machine.now',
    caughtBy: 'server/platform/store/database-clock.test.ts',
  },
  {
    name: 'simulated weather proves a real All Clear',
    file: 'server/sources.ts',
    from: '...simulatedEntries(simulated)',
    to: '...simulatedEntries(true)',
    caughtBy: 'server/house/simulated/off.test.ts',
  },
  {
    name: 'the state is published before it is rebuilt',
    file: 'server/rooms/lightning/engine.ts',
    from: '#ready = false',
    to: '#ready = true',
    caughtBy: engine,
  },
  {
    name: 'any source can prove that there was no lightning',
    file: 'server/sources.ts',
    from: 'source.isConfigured && source.provesAbsence',
    to: 'source.isConfigured',
    caughtBy: areas,
  },
  {
    name: 'a source’s area is ignored, so a sensor in Alaska proves All Clear in Oklahoma',
    file: 'domain/feeds/source.ts',
    from: 'sources.filter(({ area }) => isInArea(area, place, aroundMiles))',
    to: 'sources.filter(() => isInArea !== undefined)',
    caughtBy: areas,
  },
  {
    name: 'only the place must be in a source’s area, so the part of its ring outside is treated as quiet',
    file: 'server/rooms/lightning/proven-coverage.ts',
    from: 'seeing(networks, place, miles)',
    to: 'seeing(networks, place)',
    caughtBy: areas,
  },
  {
    name: 'a revoked key still provides coverage',
    file: 'server/rooms/lightning/proven-coverage.ts',
    from: 'if (lists.some((list, index) => list !== listed[index]))',
    to: 'if (listed.length === 0)',
    caughtBy: areas,
  },
  {
    name: 'a source with a long timeout extends another source’s coverage',
    file: 'domain/lightning/proven.ts',
    from: 'holdsUntilMs: toMs + staleAfterMs',
    to: 'holdsUntilMs: toMs + Math.max(staleAfterMs, ...sources.map(other => other.staleAfterMs))',
    caughtBy: 'domain/lightning/proven.test.ts',
  },
  {
    name: 'a strike’s position error is not added to the radius',
    file: 'server/rooms/lightning/watch.ts',
    from: 'distance > ring.settings.radiusMiles + positionErrorMiles',
    to: 'distance > ring.settings.radiusMiles',
    caughtBy: engine,
  },
  {
    name: 'a warning keeps counting down while its station is silent',
    file: 'domain/policies/warning.ts',
    from: '{ ...warning, leftMs: null, unsure: deciding.kind, unsureMs }',
    to: '{ ...warning, unsure: deciding.kind, unsureMs }',
    caughtBy: warnings,
  },
  {
    name: 'a stale value is evaluated as if it were fresh',
    file: 'domain/policies/warning.ts',
    from: "if (deciding.kind !== 'fresh') return",
    to: "if (deciding.kind === 'missing') return",
    caughtBy: warnings,
  },
  {
    name: 'a distant airport ends the warning of a station that fell silent',
    file: 'domain/policies/warning.ts',
    from: 'isBreached(measured) ? measured : at.by(ends)',
    to: 'isBreached(measured) ? measured : measured',
    caughtBy: warnings,
  },
  {
    name: 'people are notified at every reading',
    file: 'domain/policies/warning.ts',
    from: 'const due = nowMs >= warning.lastAlertMs + policy.reAlertMinutes * minuteMs',
    to: 'const due = nowMs >= warning.lastAlertMs',
    caughtBy: warnings,
  },
  {
    name: 'an alert list that was not received is treated as empty',
    file: 'server/rooms/advisories/engine.ts',
    from: 'list => isFresh(list, nowMs))) return undefined\n    return this.#standing(nowMs)\n      .index',
    to: 'list => isFresh(list, nowMs))) return []\n    return this.#standing(nowMs)\n      .index',
    caughtBy: 'server/rooms/advisories/advisories.test.ts',
  },
  {
    name: 'a person’s alert times suppress their all clear',
    file: 'server/rooms/notifications/judge.ts',
    from: 'if (closesRing(occasion.kind)) return judgeEnd(occasion, person, past, now)',
    to: '',
    caughtBy: telling,
  },
  {
    name: 'superseded messages are still sent',
    file: 'server/rooms/notifications/notify.ts',
    from: 'const overtaken = waiting.filter(each =>',
    to: 'const overtaken = waiting.slice(0, 0).filter(each =>',
    caughtBy: telling,
  },
  {
    name: 'an all clear that may not have arrived is recorded as delivered',
    file: 'server/rooms/notifications/past.ts',
    from: 'for (const channel of notified.hasReached) inDanger.delete(channel)',
    to: 'for (const channel of notified.mayHaveReached) inDanger.delete(channel)',
    caughtBy: telling,
  },
  {
    name: 'an expired message keeps waiting',
    file: 'server/rooms/notifications/store/dispatch.ts',
    from: "where state = 'waiting' and expires_at <= ${now}",
    to: "where state = 'waiting' and expires_at <= ${new Date(0)}",
    caughtBy: 'server/rooms/notifications/outbox.test.ts',
  },
  {
    name: 'a person who shares no position is treated as far away',
    file: 'domain/notifications/recipient.ts',
    from: 'if (!position || !place || nowMs - position.atMs > positionHoldsMs) return false',
    to: 'if (!position || !place || nowMs - position.atMs > positionHoldsMs) return geofence !== null',
    caughtBy: 'domain/notifications/recipient.test.ts',
  },
  {
    name: 'a message to one group is sent to everyone',
    file: 'server/rooms/mass-notify/recipients.ts',
    from: 'return everybody.filter(row => row.user_group_id === groupId)',
    to: 'return [...everybody]',
    caughtBy: 'server/rooms/mass-notify/mass-notify.test.ts',
  },
  {
    name: 'alert times ignore daylight saving time',
    file: 'domain/alert-times/alert-times.ts',
    from: 'new Date(timeMs + aheadOfUtcMs(timeZone, timeMs))',
    to: 'new Date(timeMs + aheadOfUtcMs(timeZone, 0))',
    caughtBy: alertTimes,
  },
  {
    name: 'alert times end at midnight',
    file: 'domain/alert-times/alert-times.ts',
    from: 'return time.day === dayBefore(day) && isOvernight(time) && minute < time.endMinute',
    to: 'return false',
    caughtBy: alertTimes,
  },
]

const copied = [
  'domain',
  'contract',
  'server',
  'simulator',
  'web/public',
  'docs',
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
]

/** Plants a bug in a copy of the sources and runs the tests that should detect it. Returns true if they do. */
export function isCaught({ file, from, to, caughtBy }: SeededBug): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'skywarden-bug-'))
  try {
    for (const name of copied) cpSync(name, join(copy, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
    const source = readFileSync(join(copy, file), 'utf8')
    if (source.split(from).length !== 2)
      throw new Error(`The code to replace does not occur exactly once: ${file}`)
    writeFileSync(
      join(copy, file),
      source.replace(from, () => to),
    )
    const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', caughtBy], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    // Caught means that a test failed, not that nothing could run.
    return run.status !== 0 && /Tests\s+.*\d+ failed/.test(run.stdout)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
