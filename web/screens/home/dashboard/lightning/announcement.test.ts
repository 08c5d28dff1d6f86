import { announce, type SpokenState } from './announcement.ts'
import type { HeroShown } from './hero.ts'
import { expect, test } from 'vitest'

const place = (id: number, show: HeroShown) => ({ id, label: `Place ${id}`, show })

/** Collects the announcements while one place changes state. */
function said(id: number, shows: HeroShown[]): string[] {
  let notified: ReadonlyMap<number, SpokenState> = new Map()
  return shows.map(show => {
    const next = announce(notified, [place(id, show)], 1)
    notified = next.told
    return next.text
  })
}

test.each<[number, HeroShown[], string[]]>([
  [1, ['Delay', 'Delay', 'Checking', 'AllClear'], ['', '', '', 'Lightning: All Clear at Place 1.']],
  [2, ['AllClear', 'Delay'], ['', 'Lightning delay at Place 2.']],
  [
    1,
    ['Unknown', 'AllClear', 'Unknown', 'AllClear'],
    [
      '',
      '',
      'The lightning status at Place 1 is unknown. Treat as unsafe.',
      'Lightning: All Clear at Place 1.',
    ],
  ],
  [2, ['AllClear', 'Unknown', 'AllClear'], ['', '', '']],
  [2, ['AllClear', 'Unknown', 'Delay'], ['', '', 'Lightning delay at Place 2.']],
])('place %d, %j: %j', (id, shows, texts) => expect(said(id, shows)).toEqual(texts))
