import { expect, test } from 'vitest'
import {
  allRingsClearMessage,
  delayOpenedMessage,
  oneRingClearMessage,
  type LightningAlert,
} from './lightning-message.ts'

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
    text:
      'All clear at Stadium. No lightning within 8 miles for 30 minutes.\n\n' +
      'Based on satellite data only, which misses some flashes. Leave at the first thunder.',
  })
})

test('a ring that is clear beside one that is unknown is no all clear', () => {
  expect(oneRingClearMessage(alert, [], [2, 3])).toEqual({
    subject: 'Ring 1 clear, Ring 2 and Ring 3 unknown: Stadium',
    text:
      'Ring 1 (8 mi) is clear at Stadium. Ring 2 and Ring 3 are not known to be clear.\n\n' +
      'This is not an all clear. Stay in a safe place until you are notified that it is over.',
    tone: 'danger',
  })
  const still = { ring: 2, radiusMiles: 16, isAdvisory: true, endsAt: '4:10 PM CDT' } as const
  expect(oneRingClearMessage({ ...alert, satelliteOnly: true }, [still], [3])).toMatchObject({
    subject: 'Ring 1 clear, Ring 2 still in delay, Ring 3 unknown: Stadium',
    text: expect.stringMatching(
      /until 4:10 PM CDT\. Ring 3 is not known to be clear\..*This is not an all clear\..*satellite/s,
    ) as string,
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
