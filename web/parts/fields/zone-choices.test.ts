import { zoneChoices } from './zone-choices.ts'
import { expect, test } from 'vitest'

test('lists the four named zones first, then the rest once, in order', () => {
  const [common, all] = zoneChoices('America/Chicago', ['Europe/Berlin', 'America/Chicago', 'Asia/Tokyo'])
  expect(common?.items.map(item => item.label)).toEqual([
    'Central CST',
    'Pacific PST',
    'Eastern EST',
    'Mountain MST',
  ])
  expect(all?.items.map(item => item.value)).toEqual(['America/Chicago', 'Asia/Tokyo', 'Europe/Berlin'])
})

test('still offers a stored zone that the browser does not list', () => {
  const [, all] = zoneChoices('Old/Zone', ['Europe/Berlin'])
  expect(all?.items.map(item => item.value)).toContain('Old/Zone')
})
