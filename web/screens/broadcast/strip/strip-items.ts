import type { ShownRing } from '#domain/lightning/shown'
import type { OtherHazards } from '#web/data/weather/hazards.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { ringStateText } from '#web/data/live/ring-text.ts'
import { shownCountdown } from '#web/parts/time/durations.ts'
import { satelliteOnly, staleWords } from '#web/parts/weather/safety-text.ts'

export type StripShown = ShownRing['show']

/** A location's current live state. */
export interface SeenPlace extends Pick<LiveLocation, 'worst' | 'worstRing' | 'endsLast'> {
  readonly id: number
  readonly label: string
  readonly others: OtherHazards
}

/** One field of the strip: its subject, the text readable across the room, and the reason. */
export interface StripItem {
  readonly key: string
  readonly title: string
  readonly show: StripShown
  readonly big: string
  /** A countdown that will not end in All Clear. */
  readonly isStale: boolean
  /** Other hazards there, worst first, because All Clear applies to lightning only. */
  readonly hazards: readonly string[]
  readonly why: string
}

/** More hazards would hide the map. */
const mostHazards = 2

function fewHazards(names: readonly string[]): string[] {
  const more = names.length - mostHazards
  return more > 0 ? [...names.slice(0, mostHazards), `+${more} more`] : [...names]
}

function hazardsAt({ others: { hazards, unknown } }: SeenPlace): string[] {
  const names = fewHazards(hazards.map(({ name }) => name))
  return unknown.length === 0 ? names : [...names, 'Other hazards unknown']
}

const treatAsUnsafe = 'Treat as unsafe.'

export function itemOf(place: SeenPlace): StripItem {
  const { id, label, worst } = place
  const isStale = worst.show === 'Delay' && worst.stale
  const item = { key: String(id), title: label, show: worst.show, isStale, hazards: hazardsAt(place) }
  switch (worst.show) {
    case 'Delay': {
      const ring = ringStateText(place)
      const why = worst.stale
        ? staleWords(place.worstRing?.said?.because)
        : ring === null
          ? 'Lightning Delay'
          : `Lightning Delay, ${ring}`
      return { ...item, big: shownCountdown(worst.remainingMs), why }
    }
    case 'Checking':
      return { ...item, big: 'Checking…', why: 'The countdown is over. Stay where you are.' }
    case 'AllClear':
      return {
        ...item,
        big: 'All Clear',
        why: worst.satelliteOnly ? satelliteOnly : 'No lightning in any ring for the whole all-clear time.',
      }
    case 'Unknown':
      return { ...item, big: 'Unknown', why: `${worst.because}. ${treatAsUnsafe}` }
  }
}

/** More fields would be too small to read from a distance. The strip only counts the rest. */
const mostHeld = 3
const longestFirst = (one: SeenPlace, other: SeenPlace) =>
  heldMs(other) - heldMs(one) || one.label.localeCompare(other.label)

/**
 * Returns how long people must still wait at a place. After the countdown they wait until the place is known to be
 * clear.
 */
function heldMs({ worst }: SeenPlace): number {
  return worst.show === 'Delay' ? worst.remainingMs : 0
}

/**
 * Returns all locations: first each one in delay, then the number of Unknown ones and why, then the number of clear
 * ones.
 */
export function itemsOf(places: readonly SeenPlace[]): StripItem[] {
  const of = (...shows: StripShown[]) => places.filter(({ worst }) => shows.includes(worst.show))
  const held = of('Delay', 'Checking').toSorted(longestFirst)
  const more = held.slice(mostHeld)
  const moreItem: StripItem = {
    key: 'more',
    title: 'More locations',
    show: 'Delay',
    big: `+${more.length}`,
    isStale: more.some(({ worst }) => worst.show === 'Delay' && worst.stale),
    hazards: [],
    why: named(more),
  }
  return [
    ...held.slice(0, mostHeld).map(itemOf),
    ...(more.length > 0 ? [moreItem] : []),
    ...together(of('Unknown'), 'Unknown', unknownWhy),
    ...together(of('AllClear'), 'AllClear', clearWhy),
  ]
}

/** Returns several locations in one state as one field. A single location is named. */
function together(
  places: readonly SeenPlace[],
  show: StripShown,
  why: (places: readonly SeenPlace[]) => string,
): StripItem[] {
  const [first, ...others] = places
  if (!first) return []
  const item = itemOf(first)
  if (others.length === 0) return [item]
  const hazards = fewHazards(namedHazards(places))
  return [{ ...item, key: show, title: counted(places), hazards, why: why(places) }]
}

/** Returns each place's worst hazard with its name, worst place first. */
function namedHazards(places: readonly SeenPlace[]): string[] {
  return places
    .flatMap(({ label, others: { hazards, unknown } }) => {
      const [worst] = hazards
      if (worst) return [{ danger: worst.danger, text: `${label}: ${worst.name}` }]
      return unknown.length > 0 ? [{ danger: 0, text: `${label}: other hazards unknown` }] : []
    })
    .sort((one, other) => other.danger - one.danger)
    .map(({ text }) => text)
}

const counted = (places: readonly SeenPlace[]) => `${places.length} location${places.length === 1 ? '' : 's'}`
const named = (places: readonly SeenPlace[]) => places.map(({ label }) => label).join(', ')

function clearWhy(places: readonly SeenPlace[]): string {
  const bySatellite = places.filter(({ worst }) => worst.show === 'AllClear' && worst.satelliteOnly)
  return bySatellite.length === 0 ? named(places) : `${named(places)}. Satellite only: ${named(bySatellite)}`
}

function unknownWhy(places: readonly SeenPlace[]): string {
  const reasons = new Set(places.map(({ worst }) => (worst.show === 'Unknown' ? worst.because : '')))
  const [reason] = reasons
  return `${reasons.size === 1 ? reason : named(places)}. ${treatAsUnsafe}`
}
