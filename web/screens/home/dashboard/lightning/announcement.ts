import type { HeroShown } from './hero.ts'

/** The states worth announcing. A countdown's seconds are not. */
export type SpokenState = 'Delay' | 'AllClear' | 'Unknown'

export interface AnnouncedPlace {
  readonly id: number
  readonly label: string
  readonly show: HeroShown
}

export interface Announcement {
  /** Each place's last announced state. */
  readonly told: ReadonlyMap<number, SpokenState>
  readonly text: string
}

const sentences: Record<SpokenState, (label: string) => string> = {
  Delay: label => `Lightning delay at ${label}.`,
  AllClear: label => `Lightning: All Clear at ${label}.`,
  Unknown: label => `The lightning status at ${label} is unknown. Treat as unsafe.`,
}

/**
 * Returns what to announce for the current states. A place's first state is not announced. Unknown is announced for the
 * selected place only, because otherwise a lost connection would be announced once per place, and again when it
 * returns.
 */
export function announce(
  notified: ReadonlyMap<number, SpokenState>,
  places: readonly AnnouncedPlace[],
  selectedId: number,
): Announcement {
  const next = new Map(notified)
  const texts: string[] = []
  for (const { id, label, show } of places) {
    if (show === 'Checking') continue
    const before = notified.get(id)
    if (before === show || (show === 'Unknown' && (id !== selectedId || before === undefined))) continue
    next.set(id, show)
    if (before !== undefined) texts.push(sentences[show](label))
  }
  return { told: next, text: texts.join(' ') }
}
