import { chipWords } from './chip-words.ts'
import { expect, test } from 'vitest'

test('a delay counts down, and is hatched once its feed has fallen silent', () => {
  const delay = { show: 'Delay', remainingMs: 24.3 * 60_000, stale: false } as const
  expect(chipWords(delay, 'live')).toMatchObject({
    text: 'Lightning Delay 24:18',
    isUnsure: false,
    why: null,
  })
  expect(chipWords({ ...delay, stale: true }, 'live')).toMatchObject({
    isUnsure: true,
    why: 'The lightning feed has stopped reporting. Do not rely on the countdown.',
  })
})

test('what is not known is told with its reason, and to be treated as unsafe', () => {
  const unknown = { show: 'Unknown', because: 'No recent update from the server' } as const
  expect(chipWords(unknown, 'down')).toMatchObject({
    isUnsure: true,
    text: 'Lightning: Unknown',
    why: 'No recent update from the server. Treat as unsafe.',
  })
  expect(chipWords(unknown, 'awaited').text).toBe('Lightning: Checking…')
})

test('only All Clear is shown as known and clear', () => {
  expect(chipWords({ show: 'AllClear' }, 'live')).toMatchObject({
    text: 'Lightning: All Clear',
    isUnsure: false,
  })
  expect(chipWords({ show: 'Checking' }, 'live').isUnsure).toBe(true)
})
