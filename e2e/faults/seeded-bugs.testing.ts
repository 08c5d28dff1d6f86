import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { deviceBugs } from './device-bugs.testing.ts'
import { neighborBugs } from './neighbor-bugs.testing.ts'
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
  ...neighborBugs,
  {
    name: 'a storm whose movement nobody knows is said not to come',
    file: 'domain/radar/storm-outlook.ts',
    from: 'nearestOf(watched.filter(({ motion }) => motion === null))',
    to: 'null',
    caughtBy: 'domain/radar/storm-outlook.test.ts',
  },
  {
    name: 'that no storm comes is said while lightning strikes where radar sees nothing',
    file: 'domain/radar/storm-outlook.ts',
    from: 'nearestOf(recent.filter(({ storm }) => storm === null))',
    to: 'null',
    caughtBy: 'domain/radar/storm-outlook.test.ts',
  },
  {
    name: 'an extreme alert hides behind a policy that counts down',
    file: 'domain/policies/hazards.ts',
    from: 'other.danger - one.danger',
    to: 'one.danger - other.danger',
    caughtBy: 'domain/policies/hazards.test.ts',
  },
  {
    name: 'a late strike is counted and never told to the screens',
    file: 'server/rooms/lightning/engine.ts',
    from: 'before?.key === key && !added',
    to: 'before?.key === key',
    caughtBy: 'server/rooms/lightning/reported-strikes.test.ts',
  },
  {
    name: 'a ring ends before the policy of its own zone allows it',
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
    name: 'a heartbeat is taken for coverage: the newest word proves everything before it',
    file: 'domain/lightning/ring.ts',
    from: 'span.fromMs <= quietFromMs && isHolding(span, nowMs)',
    to: 'isHolding(span, nowMs)',
    caughtBy: rings,
  },
  {
    name: 'the same, seen on a screen',
    file: 'domain/lightning/ring.ts',
    from: 'span.fromMs <= quietFromMs && isHolding(span, nowMs)',
    to: 'isHolding(span, nowMs)',
    caughtBy: simulation,
  },
  {
    name: 'no coverage counts as quiet: an empty list is clear',
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
    name: 'a shorter all-clear time ends the delay that runs',
    file: 'domain/lightning/ring.ts',
    from: 'lastStrikeMs: ring.lastStrikeMs, delayEndsMs: ring.delayEndsMs }',
    to: 'lastStrikeMs: ring.lastStrikeMs, delayEndsMs: null }',
    caughtBy: rings,
  },
  {
    name: 'a lease counts from when it was heard, however old the word is',
    file: 'domain/lightning/lease.ts',
    from: 'const ageMs = Math.max(0, received.monotonicMs - (asOfMs + lease.offsetMs))',
    to: 'const ageMs = 0',
    caughtBy: 'domain/lightning/lease.test.ts',
  },
  {
    name: 'a lease goes by one clock: a laptop that slept stays green',
    file: 'domain/lightning/lease.ts',
    from: ' && now.wallMs < lease.expires.wallMs',
    to: '',
    caughtBy: 'domain/lightning/lease.test.ts',
  },
  {
    name: 'coverage counts although it was not written',
    file: 'server/rooms/lightning/engine.ts',
    from: 'const grown = this.#coverage.grownBy(lost > 0 ? [] : coverage)',
    to: 'const grown = this.#coverage.grownBy(coverage)\n      for (const { source, span } of grown) this.#coverage.add(source, span)',
    caughtBy: engine,
  },
  {
    name: 'a process believes the coverage that it took in, without reading what others wrote before it',
    file: 'server/rooms/lightning/engine.ts',
    from: 'await this.#readLog()\n      if (this.#ready)',
    to: 'for (const { source, span } of grown) this.#coverage.add(source, span)\n      if (this.#ready)',
    caughtBy: processes,
  },
  {
    name: 'what commits late slips behind a cursor',
    file: 'server/rooms/lightning/store/log.ts',
    from: "await lockForAppend(tx, 'strikes')",
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a leader that slept writes over the one that has taken over',
    file: 'server/platform/leadership/lease.ts',
    from: '.forKeyShare()\n    .executeTakeFirst()\n  return row !== undefined',
    to: '.forKeyShare()\n    .executeTakeFirst()\n  return row !== undefined || true',
    caughtBy: processes,
  },
  {
    name: 'a write whose answer was lost is written again',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'this.#term = undefined\n      if (!(error instanceof LeadershipLost)) throw error',
    to: 'if (!(error instanceof LeadershipLost)) throw error',
    caughtBy: processes,
  },
  {
    name: 'a new leader puts on record what stands there already',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'await moveStrikeCursor(writing.tx, reader, through)',
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a new leader forgets what nobody has put on record',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'for (const hit of hitsAfter(await cursorOf(db, reader))) add(unwritten, hit)',
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a new leader looks only at what is struck just then',
    file: 'server/rooms/lightning/records/record-keeping.ts',
    from: 'const others = [...unwritten.keys()].filter(id => !ids.has(id))',
    to: 'const others: number[] = []',
    caughtBy: processes,
  },
  {
    name: 'an edit that could not be read is forgotten',
    file: 'server/platform/changes/index.ts',
    from: '          throw error\n',
    to: '',
    caughtBy: processes,
  },
  {
    name: 'a process that does not hear of edits says All Clear',
    file: 'server/rooms/lightning/engine.ts',
    from: 'if (this.#deps.isCurrent()) return states',
    to: 'if (states) return states',
    caughtBy: processes,
  },
  {
    name: 'a fact that commits late slips behind a cursor',
    file: 'server/platform/changes/store.ts',
    from: "await lockForAppend(tx, 'facts')",
    to: '',
    caughtBy: 'server/platform/changes/changes.test.ts',
  },
  {
    name: 'every machine goes by its own clock',
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
    name: 'the state is told before it is rebuilt',
    file: 'server/rooms/lightning/engine.ts',
    from: '#ready = false',
    to: '#ready = true',
    caughtBy: engine,
  },
  {
    name: 'a restart forgets what was promised',
    file: 'server/rooms/lightning/engine.ts',
    from: 'this.#watch.promiseEnd(delay.location_id, delay.ring as RingNumber, delay.ends_at.getTime())',
    to: '',
    caughtBy: engine,
  },
  {
    name: 'any source may prove absence',
    file: 'server/sources.ts',
    from: 'source.isConfigured && source.provesAbsence',
    to: 'source.isConfigured',
    caughtBy: areas,
  },
  {
    name: 'an area is ignored: a sensor in Alaska proves All Clear in Oklahoma',
    file: 'domain/feeds/source.ts',
    from: 'sources.filter(({ area }) => isInArea(area, place, aroundMiles))',
    to: 'sources.filter(() => isInArea !== undefined)',
    caughtBy: areas,
  },
  {
    name: 'a place counts and not its ring: what lies beyond the area of a source is taken for quiet',
    file: 'server/rooms/lightning/proven-coverage.ts',
    from: 'seeing(networks, place, miles)',
    to: 'seeing(networks, place)',
    caughtBy: areas,
  },
  {
    name: 'a key that was ended goes on proving',
    file: 'server/rooms/lightning/proven-coverage.ts',
    from: 'if (lists.some((list, index) => list !== listed[index]))',
    to: 'if (listed.length === 0)',
    caughtBy: areas,
  },
  {
    name: 'a patient source excuses the silence of another',
    file: 'domain/lightning/proven.ts',
    from: 'holdsUntilMs: toMs + staleAfterMs',
    to: 'holdsUntilMs: toMs + Math.max(staleAfterMs, ...sources.map(other => other.staleAfterMs))',
    caughtBy: 'domain/lightning/proven.test.ts',
  },
  {
    name: 'a ring that is switched off ends its delay',
    file: 'server/rooms/lightning/watch.ts',
    from: 'if (radiusMiles === 0) return kept?.delayEndsMs === null ? undefined : kept',
    to: 'if (radiusMiles === 0) return undefined',
    caughtBy: engine,
  },
  {
    name: 'the uncertainty of a place is not added to the radius',
    file: 'server/rooms/lightning/watch.ts',
    from: 'distance > ring.settings.radiusMiles + strike.positionErrorMiles',
    to: 'distance > ring.settings.radiusMiles',
    caughtBy: engine,
  },
  {
    name: 'a warning counts on while its station is silent',
    file: 'domain/policies/warning.ts',
    from: 'warning: { ...warning, leftMs: null, unsure },',
    to: 'warning: { ...warning, unsure },',
    caughtBy: warnings,
  },
  {
    name: 'an old value decides as if it were fresh',
    file: 'domain/policies/warning.ts',
    from: "if (measured.kind !== 'fresh') return unsureStep(warning, measured)",
    to: "if (measured.kind === 'missing') return unsureStep(warning, measured)",
    caughtBy: warnings,
  },
  {
    name: 'people are told at every reading',
    file: 'domain/policies/warning.ts',
    from: 'const due = nowMs >= warning.lastAlertMs + policy.reAlertMinutes * minuteMs',
    to: 'const due = nowMs >= warning.lastAlertMs',
    caughtBy: warnings,
  },
  {
    name: 'an alert list that was not heard is an empty one',
    file: 'server/rooms/advisories/engine.ts',
    from: 'list => isFresh(list, nowMs))) return undefined\n    return this.#standing(nowMs)\n      .index',
    to: 'list => isFresh(list, nowMs))) return []\n    return this.#standing(nowMs)\n      .index',
    caughtBy: 'server/rooms/advisories/advisories.test.ts',
  },
  {
    name: 'the hours of a person keep the all clear from them',
    file: 'server/rooms/notifications/judge.ts',
    from: 'if (closesRing(occasion.kind)) return judgeEnd(occasion, person, past)',
    to: '',
    caughtBy: telling,
  },
  {
    name: 'what was overtaken is still sent',
    file: 'server/rooms/notifications/notify.ts',
    from: 'const overtaken = waiting.filter(each =>',
    to: 'const overtaken = waiting.slice(0, 0).filter(each =>',
    caughtBy: telling,
  },
  {
    name: 'an all clear that may not have come is taken for told',
    file: 'server/rooms/notifications/past.ts',
    from: 'for (const channel of notified.hasReached) inDanger.delete(channel)',
    to: 'for (const channel of notified.mayHaveReached) inDanger.delete(channel)',
    caughtBy: telling,
  },
  {
    name: 'a message that is of no use any more waits on',
    file: 'server/rooms/notifications/store/dispatch.ts',
    from: "where state = 'waiting' and expires_at <= ${now}",
    to: "where state = 'waiting' and expires_at <= ${new Date(0)}",
    caughtBy: 'server/rooms/notifications/outbox.test.ts',
  },
  {
    name: 'whoever does not tell where they are is taken to be far away',
    file: 'domain/notifications/recipient.ts',
    from: 'if (!position || !place || nowMs - position.atMs > positionHoldsMs) return false',
    to: 'if (!position || !place || nowMs - position.atMs > positionHoldsMs) return geofence !== null',
    caughtBy: 'domain/notifications/recipient.test.ts',
  },
  {
    name: 'a message to one group goes to everybody',
    file: 'server/rooms/mass-notify/recipients.ts',
    from: 'return everybody.filter(row => row.user_group_id === groupId)',
    to: 'return [...everybody]',
    caughtBy: 'server/rooms/mass-notify/mass-notify.test.ts',
  },
  {
    name: 'alert times know no daylight saving',
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
    if (source.split(from).length !== 2) throw new Error(`The place of this bug is not there once: ${file}`)
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
