import { startMessage } from './draft.ts'
import type { InstrumentMessage } from './message.ts'

/** Stands in until the mapping of any JSON is merged: it lists the top fields and understands none. */
export function mapMessage(
  _json: unknown,
  _mapping: readonly { readonly path: string; readonly measure: string; readonly unit: string }[],
): InstrumentMessage {
  return startMessage().finish({ sentMs: null, lightning: null })
}

export function pathsIn(json: unknown): { path: string; value: string }[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).map(([path, value]) => ({ path, value: String(value).slice(0, 80) }))
}
