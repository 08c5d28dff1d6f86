import { shownUnits } from './hardware-search.ts'
import { siren } from './hardware.testing.ts'
import type { Hardware } from '#contract/devices/hardware'
import { expect, test } from 'vitest'

const relay = { id: 8, name: 'Gate lights', remoteRelayTrigger: null }
const station: Hardware = { ...siren, id: 2, name: 'Roof', modelId: 'WXS', ipAddress: '10.0.0.9' }
const both: Hardware = { ...siren, id: 3, name: 'Stadium', modelId: 'OWX', remoteRelays: [relay] }
const units = [siren, station, both]
const found = (term: string, view: Parameters<typeof shownUnits>[2] = 'All') =>
  shownUnits(units, term, view).map(({ name }) => name)

test('searches all fields, ignoring case', () => {
  expect(found('NORTH')).toEqual(['North Field'])
  expect(found('10.0.0.9')).toEqual(['Roof'])
  expect(found('gate lights')).toEqual(['Stadium'])
  expect(found('norman')).toHaveLength(3)
  expect(found('nowhere')).toEqual([])
})

test('searches from three characters on', () => {
  expect(found('ro')).toHaveLength(3)
  expect(found('roo')).toEqual(['Roof'])
  expect(found('')).toHaveLength(3)
})

test('lists a unit that is both in both views', () => {
  expect(found('', 'Outdoor Warning System')).toEqual(['North Field', 'Stadium'])
  expect(found('', 'Weather Station')).toEqual(['Roof', 'Stadium'])
})
