import { chipWords } from './chip-text.ts'
import { shownPlace, type ShownRing } from '#domain/lightning/shown'
import { expect, test } from 'vitest'

const place = (shown: ShownRing) => shownPlace([{ ring: 1, radiusMiles: 8, shown, said: undefined }])

test('counts a delay down, and hatches it once its feed goes silent', () => {
  const delay = { show: 'Delay', remainingMs: 24.3 * 60_000, stale: false } as const
  expect(chipWords(place(delay), 'live')).toMatchObject({
    text: 'Lightning Delay 24:18',
    isUnsure: false,
    why: 'Ring 1 (8 mi)',
  })
  expect(chipWords(place({ ...delay, stale: true }), 'live')).toMatchObject({
    isUnsure: true,
    why: 'The lightning feed has stopped reporting. Do not rely on the countdown.',
  })
})

test('shows why a state is unknown, and to treat it as unsafe', () => {
  const unknown = { show: 'Unknown', because: 'No recent update from the server' } as const
  expect(chipWords(place(unknown), 'down')).toMatchObject({
    isUnsure: true,
    text: 'Lightning: Unknown',
    why: 'No recent update from the server. Treat as unsafe.',
  })
  expect(chipWords(place(unknown), 'awaited').text).toBe('Lightning: Checking…')
})

test('shows only All Clear as known and clear', () => {
  expect(chipWords(place({ show: 'AllClear' }), 'live')).toMatchObject({
    text: 'Lightning: All Clear',
    isUnsure: false,
  })
  expect(chipWords(place({ show: 'Checking' }), 'live').isUnsure).toBe(true)
})
