import type { Shown } from './hero.ts'

/** What is told of a place without being asked: not that a second has passed. */
export type SpokenState = 'Delay' | 'AllClear' | 'Unknown'

export interface AnnouncedPlace {
  readonly id: number
  readonly label: string
  readonly show: Shown
}

export interface Announcement {
  /** What each place was last said to be. */
  readonly told: ReadonlyMap<number, SpokenState>
  readonly text: string
}

const sentences: Record<SpokenState, (label: string) => string> = {
  Delay: label => `Lightning delay at ${label}.`,
  AllClear: label => `Lightning: All Clear at ${label}.`,
  Unknown: label => `The lightning status at ${label} is unknown. Treat as unsafe.`,
}

/**
 * What to say now that places are as they are. A place is first looked at in silence. That nothing is known is told of
 * the selected place alone: a lost connection would otherwise be told once for every place, and once more after it.
 */
export function announce(
  told: ReadonlyMap<number, SpokenState>,
  places: readonly AnnouncedPlace[],
  selectedId: number,
): Announcement {
  const next = new Map(told)
  const texts: string[] = []
  for (const { id, label, show } of places) {
    if (show === 'Checking') continue
    const before = told.get(id)
    if (before === show || (show === 'Unknown' && (id !== selectedId || before === undefined))) continue
    next.set(id, show)
    if (before !== undefined) texts.push(sentences[show](label))
  }
  return { told: next, text: texts.join(' ') }
}
