import { itemOf, itemsOf, type SeenPlace, type StripItem } from './strip-items.ts'
import { shownPlace, type ShownRing } from '#domain/lightning/shown'
import type { OtherHazards } from '#web/data/weather/hazards.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

let nextId = 0
const minuteMs = 60_000

const nothingElse: OtherHazards = { hazards: [], unknown: [] }
const hazard = (name: string, danger: number) => ({ threat: 'Other', shortName: name, name, danger }) as const

function place(label: string, worst: ShownRing, others = nothingElse): SeenPlace {
  return {
    id: ++nextId,
    label,
    others,
    ...shownPlace([
      { ring: 1, radiusMiles: 8, shown: { show: 'AllClear' }, said: undefined },
      { ring: 2, radiusMiles: 16, shown: worst, said: undefined },
    ]),
  }
}
const delay = (minutes: number, stale = false): ShownRing => ({
  show: 'Delay',
  remainingMs: minutes * minuteMs,
  stale,
})
const clear: ShownRing = { show: 'AllClear' }
const checking: ShownRing = { show: 'Checking' }
const unknown = (because = 'The lightning feed has stopped reporting'): ShownRing => ({
  show: 'Unknown',
  because,
})

const titles = (places: readonly SeenPlace[]) => itemsOf(places).map(({ title, big }) => `${title}: ${big}`)

test('shows one location’s innermost ring in delay, with its countdown', () => {
  expect(itemOf(place('Norman', delay(24.3)))).toMatchObject({
    title: 'Norman',
    show: 'Delay',
    big: '24:18',
    why: 'Lightning Delay, Ring 2 (16 mi)',
  })
  expect(itemOf(place('Norman', delay(5, true))).why).toContain('Do not rely on the countdown')
})

test('shows why a state is unknown and what to do', () => {
  expect(itemOf(place('Norman', unknown()))).toMatchObject({
    big: 'Unknown',
    why: 'The lightning feed has stopped reporting. Treat as unsafe.',
  })
})

test('lists delays first, then unknown locations, then the number of clear ones', () => {
  const places = [
    place('Amarillo', clear),
    place('Buffalo', unknown()),
    place('Fresno', clear),
    place('Norman', delay(10)),
    place('Tampa', delay(25)),
    place('Phoenix', checking),
  ]
  expect(titles(places)).toEqual([
    'Tampa: 25:00',
    'Norman: 10:00',
    'Phoenix: Checking…',
    'Buffalo: Unknown',
    '2 locations: All Clear',
  ])
})

test('counts and names delays beyond the readable maximum', () => {
  const places = ['A', 'B', 'C', 'D', 'E'].map((label, at) => place(label, delay(30 - at)))
  expect(titles(places)).toEqual(['A: 30:00', 'B: 29:00', 'C: 28:00', 'More locations: +2'])
  expect(itemsOf(places).at(-1)).toMatchObject({ show: 'Delay', why: 'D, E' })
})

test('shows a shared reason once, and different reasons by place', () => {
  const why = (...places: SeenPlace[]) => itemsOf(places).map(item => item.why)
  expect(why(place('A', unknown()), place('B', unknown()))).toEqual([
    'The lightning feed has stopped reporting. Treat as unsafe.',
  ])
  expect(why(place('A', unknown()), place('B', unknown('This location has no rings')))).toEqual([
    'A, B. Treat as unsafe.',
  ])
})

test('shows other hazards with All Clear, by place if there are several', () => {
  const chill = { hazards: [hazard('Snow Warning', 80), hazard('Wind Chill', 60)], unknown: [] }
  const storm = { hazards: [hazard('Tornado Warning', 90)], unknown: [] }
  expect(itemOf(place('Buffalo', clear, chill)).hazards).toEqual(['Snow Warning', 'Wind Chill'])
  const [item] = itemsOf([
    place('Buffalo', clear, chill),
    place('Fresno', clear),
    place('Waco', clear, storm),
  ])
  expect(item?.hazards).toEqual(['Waco: Tornado Warning', 'Buffalo: Snow Warning'])
  const many = { hazards: ['A', 'B', 'C', 'D', 'E'].map(name => hazard(name, 50)), unknown: [] }
  expect(itemOf(place('Buffalo', clear, many)).hazards).toEqual(['A', 'B', '+3 more'])
  const unsure = { hazards: [], unknown: ['policy warnings'] }
  expect(itemOf(place('Buffalo', clear, unsure)).hazards).toEqual(['Other hazards unknown'])
})

test('marks a countdown without its feed', () => {
  expect(itemOf(place('Norman', delay(5, true))).isStale).toBe(true)
  expect(itemOf(place('Norman', delay(5))).isStale).toBe(false)
})

test('includes every location exactly once, and counts only clear ones as clear', () => {
  const anyRing = fc.constantFrom(delay(3), delay(12), checking, clear, unknown())
  fc.assert(
    fc.property(fc.array(anyRing, { maxLength: 40 }), shown => {
      const places = shown.map((worst, at) => place(`P${at}`, worst))
      const countOf = ({ title, big }: StripItem) =>
        Number(/^(\d+) locations$/.exec(title)?.[1] ?? /^\+(\d+)$/.exec(big)?.[1] ?? 1)
      const items = itemsOf(places)
      expect(items.reduce((sum, item) => sum + countOf(item), 0)).toBe(places.length)
      const clearCount = items
        .filter(({ show }) => show === 'AllClear')
        .reduce((sum, item) => sum + countOf(item), 0)
      expect(clearCount).toBe(shown.filter(({ show }) => show === 'AllClear').length)
    }),
  )
})
