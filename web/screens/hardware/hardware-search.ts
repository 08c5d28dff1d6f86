import { hasSiren, hasStation, typeNames } from './hardware-text.ts'
import type { Hardware } from '#contract/devices/hardware'
import { searchTerm } from '#web/parts/tables/named-like.ts'

export const views = ['All', 'Outdoor Warning System', 'Weather Station'] as const
export type HardwareView = (typeof views)[number]

export const cardsPerPage = 15

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** Whether any field of a unit contains a term. */
function isFound(unit: Hardware, term: string): boolean {
  const wanted = searchTerm(term)
  return [typeNames[unit.modelId], ...textsIn(unit)].some(text => text.toLowerCase().includes(wanted))
}

function isInView(unit: Hardware, view: HardwareView): boolean {
  if (view === 'All') return true
  return view === 'Weather Station' ? hasStation(unit) : hasSiren(unit)
}

export function shownUnits(units: readonly Hardware[], term: string, view: HardwareView): Hardware[] {
  return units.filter(unit => isInView(unit, view) && isFound(unit, term))
}
