import { csvOf, type Cell } from '#domain/reports/csv'
import { canonical } from '#server/platform/canonical'
import type { DelayRow, EvidenceRow } from './delays.ts'

const strikeColumns = [
  'id',
  'source',
  'time',
  'latitude',
  'longitude',
  'amp',
  'type',
  'positionErrorMiles',
  'distanceMiles',
  'bearingDegrees',
  'direction',
] as const

const columns = [
  'location',
  'ring',
  'radiusMiles',
  'allClearMinutes',
  'number',
  'atUtc',
  'kind',
  ...strikeColumns.map(name => `strike${name[0]?.toUpperCase()}${name.slice(1)}`),
  'because',
  'since',
  'provenThrough',
  'previousHash',
  'hash',
  'weather',
  // The columns from which the chain is built, so that the table can be verified on its own.
  'delayId',
  'entries',
  'facts',
  'seal',
]

type Facts = Readonly<Record<string, unknown>>

function cell(value: unknown): Cell {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

/** The strike that opened a delay is nested one level deeper, next to the settings in force. */
function strikeOf(kind: string, facts: Facts): Facts {
  if (kind === 'opened') return (facts['strike'] as Facts | null) ?? {}
  return kind === 'extended' ? facts : {}
}

type TableDelay = Pick<
  DelayRow,
  'id' | 'location_label' | 'ring' | 'radius_miles' | 'all_clear_minutes' | 'simulated'
>

/** A delay's evidence as a table, one line per entry, in order. */
export function evidenceTable(delay: TableDelay, evidence: readonly EvidenceRow[], seal: string): string {
  return csvOf(
    columns,
    evidence.map(entry => {
      const facts = entry.facts as Facts
      const strike = strikeOf(entry.kind, facts)
      return [
        delay.location_label,
        delay.ring,
        delay.radius_miles,
        delay.all_clear_minutes,
        entry.number,
        entry.at.toISOString(),
        entry.kind,
        ...strikeColumns.map(name => cell(strike[name])),
        cell(facts['because']),
        cell(facts['since']),
        cell(facts['provenThrough']),
        entry.previous_hash,
        entry.hash,
        delay.simulated ? 'simulated' : 'real',
        delay.id,
        evidence.length,
        canonical(entry.facts),
        seal,
      ]
    }),
  )
}
