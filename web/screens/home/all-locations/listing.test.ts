import { countWords, groupedByDanger, isFound, type Listed } from './listing.ts'
import { noDanger, type PlaceDanger } from '#domain/policies/place-danger'
import { expect, test } from 'vitest'

function place(label: string, danger: PlaceDanger, organizationLocationId: number | null = null): Listed {
  return { location: { label, locationName: '12 Río Road, Norman', organizationLocationId }, danger }
}
const delay: PlaceDanger = { lightning: { show: 'Delay', ring: 1, endsAtMs: 1 }, others: noDanger }
const checking: PlaceDanger = { lightning: { show: 'Checking' }, others: noDanger }
const hot: PlaceDanger = { lightning: { show: 'AllClear' }, others: 90 }
const clear: PlaceDanger = { lightning: { show: 'AllClear' }, others: noDanger }

const all = [place('A', delay, 7), place('B', checking), place('C', hot, 8), place('D', clear)]

test('never groups an unknown place with clear ones by state', () => {
  const named = groupedByDanger(all, 'state').map(({ title, places }) => [
    title,
    places.map(p => p.location.label),
  ])
  expect(named).toEqual([
    ['Lightning delay', ['A']],
    ['Unknown: treat as unsafe', ['B']],
    ['Other warnings', ['C']],
    ['Lightning: All Clear', ['D']],
  ])
})

test('lists the organization’s places first by owner', () => {
  const named = groupedByDanger(all, 'organization').map(({ title, places }) => [
    title,
    places.map(p => p.location.label),
  ])
  expect(named).toEqual([
    ['Your organization’s', ['A', 'C']],
    ['Your own', ['B', 'D']],
  ])
})

test('leaves out empty groups and loses no place in any grouping', () => {
  expect(groupedByDanger([place('D', clear)], 'state')).toHaveLength(1)
  for (const grouping of ['none', 'state', 'organization'] as const) {
    expect(
      groupedByDanger(all, grouping)
        .flatMap(({ places }) => places)
        .toSorted((one, other) => one.location.label.localeCompare(other.location.label)),
    ).toEqual(all)
  }
})

test.each([
  ['', true],
  ['norman', true],
  ['rio ROAD', true],
  ['stadium norman', true],
  ['stadium tampa', false],
])("'%s' finds Norman Stadium: %s", (text, found) =>
  expect(isFound(place('Norman Stadium', clear), text)).toBe(found),
)

test('counts dangerous and unknown places', () => {
  expect(countWords(all)).toBe('4 locations · 1 in delay · 1 unknown · 1 with other warnings')
  expect(countWords([place('D', clear)])).toBe('1 location')
})
