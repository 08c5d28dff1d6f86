import { dayName } from '#domain/conditions/local-day'
import { expectedMessages } from '#domain/instruments/silence'
import type { InstrumentHealth } from '#domain/instruments/message'
import { dayMs, minuteMs, secondMs } from '#server/platform/clock'
import { batchesOf } from '#server/platform/store/batches'
import type { Db } from '#server/platform/store/index'
import {
  addToDays,
  forgetRefusals,
  keepInstruments,
  saveReports,
  type Memory,
  type NewDayCount,
  type NewReport,
  type Received,
  type ReportedLightning,
} from './store/reports.ts'

/** The data from a message that must be written. */
export interface HeardReport {
  readonly heardMs: number
  readonly aheadOfUtcMs: number
  readonly received: Received
  readonly health: InstrumentHealth
  readonly lightning: ReportedLightning | null
  readonly intervalSeconds: number | null
  readonly memory: Memory
  /** Whether the report contains news that a person may be waiting for on a screen. */
  readonly isNew: boolean
}

interface Entry {
  heard: HeardReport | null
  /** The last rejection; `none` if the stored rejection no longer applies. */
  refused: { readonly atMs: number; readonly because: string } | 'none' | null
  lightning: ReportedLightning | null
  /** The number of messages not yet written, by local day. */
  readonly messages: Map<number, number>
  /** When this process began to count each day. */
  readonly countedFromMs: Map<number, number>
  isUrgent: boolean
  writtenMs: number
  memoryWrittenMs: number
}

const writeEveryMs = 30 * secondMs
/** Someone who guesses an instrument's key must not cause a write with each guess. */
const urgentEveryMs = secondMs
const memoryEveryMs = 5 * minuteMs
const reportsAtOnce = 500

/** What instruments have sent since the last write, which is written together for all instruments. */
export class PendingReports {
  readonly #db: Db
  readonly #entries = new Map<number, Entry>()
  readonly #dirty = new Set<number>()

  constructor(db: Db) {
    this.#db = db
  }

  forget(instrumentId: number) {
    this.#entries.delete(instrumentId)
    this.#dirty.delete(instrumentId)
  }

  heard(instrumentId: number, report: HeardReport) {
    const entry = this.#entryOf(instrumentId)
    entry.heard = report
    entry.lightning = report.lightning ?? entry.lightning
    entry.isUrgent ||= report.isNew
    const day = Math.floor((report.heardMs + report.aheadOfUtcMs) / dayMs)
    entry.messages.set(day, (entry.messages.get(day) ?? 0) + 1)
    if (!entry.countedFromMs.has(day)) entry.countedFromMs.set(day, report.heardMs)
  }

  refused(instrumentId: number, atMs: number, because: string) {
    const entry = this.#entryOf(instrumentId)
    entry.refused = { atMs, because }
    entry.isUrgent = true
  }

  recovered(instrumentId: number) {
    const entry = this.#entryOf(instrumentId)
    entry.refused = 'none'
    entry.isUrgent = true
  }

  #entryOf(instrumentId: number): Entry {
    this.#dirty.add(instrumentId)
    let entry = this.#entries.get(instrumentId)
    if (!entry) {
      entry = {
        heard: null,
        refused: null,
        lightning: null,
        messages: new Map(),
        countedFromMs: new Map(),
        isUrgent: false,
        writtenMs: -Infinity,
        memoryWrittenMs: -Infinity,
      }
      this.#entries.set(instrumentId, entry)
    }
    return entry
  }

  /** Writes what is due, or everything. What cannot be written is kept for the next time. */
  async write(nowMs: number, isLast = false): Promise<void> {
    const due = [...this.#dirty].filter(id => {
      const { writtenMs, isUrgent } = this.#entryOf(id)
      return isLast || nowMs - writtenMs >= (isUrgent ? urgentEveryMs : writeEveryMs)
    })
    for (const ids of batchesOf(due, reportsAtOnce)) await this.#writeSome(ids, nowMs, isLast)
  }

  async #writeSome(ids: readonly number[], nowMs: number, isLast: boolean) {
    const parts = ids.map(id => {
      const entry = this.#entryOf(id)
      const keepsMemory =
        isLast || entry.heard?.isNew === true || nowMs - entry.memoryWrittenMs >= memoryEveryMs
      return { id, entry, keepsMemory, taken: { ...entry }, counts: new Map(entry.messages) }
    })
    const reports = parts.map(({ id, taken, keepsMemory }) => reportRow(id, taken, keepsMemory))
    const days = parts.flatMap(({ id, taken, counts }) => dayRows(id, taken, counts))
    await this.#db.transaction().execute(async tx => {
      await keepInstruments(tx, 'system', ids)
      await saveReports(tx, 'system', reports)
      const recovered = parts.filter(({ taken }) => taken.refused === 'none').map(({ id }) => id)
      if (recovered.length > 0) await forgetRefusals(tx, 'system', recovered)
      if (days.length > 0) await addToDays(tx, 'system', days)
    })
    for (const { id, entry, keepsMemory, taken, counts } of parts) {
      settle(entry, taken, counts)
      entry.writtenMs = nowMs
      if (keepsMemory) entry.memoryWrittenMs = nowMs
      if (entry.heard === null && entry.refused === null && entry.messages.size === 0) this.#dirty.delete(id)
    }
  }
}

/** Removes what was written, but keeps what arrived during the write. */
function settle(entry: Entry, taken: Entry, counts: ReadonlyMap<number, number>) {
  if (entry.heard === taken.heard) entry.heard = null
  if (entry.refused === taken.refused) entry.refused = null
  if (entry.lightning === taken.lightning) entry.lightning = null
  entry.isUrgent = entry.refused !== null || entry.heard?.isNew === true
  for (const [day, written] of counts) {
    const left = (entry.messages.get(day) ?? 0) - written
    if (left > 0) entry.messages.set(day, left)
    else entry.messages.delete(day)
  }
  const newestDay = Math.max(...entry.countedFromMs.keys())
  for (const day of entry.countedFromMs.keys()) if (day < newestDay) entry.countedFromMs.delete(day)
}

const isoOf = (ms: number) => new Date(ms).toISOString()

function reportRow(id: number, { heard, lightning, ...entry }: Entry, keepsMemory: boolean): NewReport {
  const refused = entry.refused === 'none' ? null : entry.refused
  return {
    instrument_id: id,
    heard_at: heard && isoOf(heard.heardMs),
    received: heard && heard.received,
    health: heard && heard.health,
    lightning,
    interval_seconds: heard && heard.intervalSeconds,
    memory: keepsMemory && heard ? heard.memory : null,
    refused_at: refused && isoOf(refused.atMs),
    refused_because: refused && refused.because,
  }
}

function dayRows(
  id: number,
  { heard, countedFromMs }: Entry,
  counts: ReadonlyMap<number, number>,
): NewDayCount[] {
  return [...counts].map(([day, messages]) => {
    const fromMs = countedFromMs.get(day) ?? 0
    const expected = heard ? expectedMessages(heard.intervalSeconds, { fromMs, toMs: heard.heardMs }) : 0
    return { instrument_id: id, day: dayName(day), messages, expected }
  })
}
