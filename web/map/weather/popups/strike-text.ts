import type { ShownStrike } from '#web/map/weather/use-layers.ts'
import { shownInstant } from '#web/parts/time/times.ts'

/** The specification's names for the wire's numbers. */
const types: Readonly<Record<number, string>> = {
  1: 'Ground General',
  2: 'Ground to Cloud',
  3: 'Cloud to Ground',
  4: 'Cloud Pulse',
}

export interface StrikeFact {
  readonly label: string
  readonly value: string
}

export function strikePopupFacts({ type, amp, timeMs }: ShownStrike, zone: string): StrikeFact[] {
  return [
    { label: 'Type', value: (type === null ? undefined : types[type]) ?? 'Not known' },
    { label: 'Amp', value: amp === null ? 'Not known' : `${amp.toFixed(1)} kA` },
    { label: 'Time', value: shownInstant(new Date(timeMs).toISOString(), zone) },
  ]
}
