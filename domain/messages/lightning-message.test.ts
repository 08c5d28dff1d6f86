import { expect, test } from 'vitest'
import { allRingsClearMessage, type LightningAlert } from './lightning-message.ts'

const alert: LightningAlert = {
  ring: 1,
  radiusMiles: 8,
  isAdvisory: false,
  place: 'Stadium',
  allClearMinutes: 30,
  nearest: null,
  endsAt: null,
  addition: '',
}

test('an all clear proven only by satellite includes that in its subject and text', () => {
  expect(allRingsClearMessage(alert)).toMatchObject({
    subject: 'All clear: Stadium',
    text: 'All clear at Stadium. No lightning within 8 miles for 30 minutes.',
  })
  expect(allRingsClearMessage({ ...alert, satelliteOnly: true })).toMatchObject({
    subject: 'All clear (satellite only): Stadium',
    text: 'All clear at Stadium. No lightning within 8 miles for 30 minutes. Based on satellite data only, which misses some flashes. Leave at the first thunder.',
  })
})
