import { expect, test } from 'vitest'
import { allRingsClearMessage, delayOpenedMessage, type LightningAlert } from './lightning-message.ts'

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

test('a strike whose direction is unknown is within a distance that is never too small', () => {
  const heard = { distanceMiles: 5, bearingDegrees: null, withinMiles: 6.2 }
  const message = delayOpenedMessage({ ...alert, nearest: heard }, false)
  expect(message.subject).toBe('Lightning delay: Stadium (within 7 mi)')
  expect(message.text).toContain(
    'Nearest strike: within 7 mi of Stadium, direction unknown, in Ring 1 (8 mi).',
  )
  expect(delayOpenedMessage({ ...alert, nearest: heard }, true).subject).toBe(
    'Closer now: within 7 mi of Stadium',
  )
})
