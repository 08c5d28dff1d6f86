import { expect, it } from 'vitest'
import { createAddressKeys } from './address-keys.ts'
import { dayMs, hourMs, later, minuteMs } from './clock.ts'

const keys = createAddressKeys(Buffer.from('a secret'), 'report', 'Ask for another one.')
const now = new Date('2026-11-16T18:22:30Z')

it('a key is valid for one target, for between one hour and a few hours', () => {
  const key = keys.keyFor('csv 1', now)
  keys.check('csv 1', key, later(now, hourMs))
  expect(() => keys.check('csv 2', key, now)).toThrow(
    'This report address is not valid. Ask for another one.',
  )
  expect(() => keys.check('csv 1', key, later(now, 4 * hourMs))).toThrow('This report address has expired.')
})

it('the key stays the same between two replies', () => {
  expect(keys.keyFor('csv 1', now)).toEqual(keys.keyFor('csv 1', later(now, minuteMs)))
})

it('a key is valid for the lifetime it was issued with', () => {
  const key = keys.keyFor('csv 1', now, { leastMs: 7 * dayMs, endTogetherMs: minuteMs })
  expect(new Date(Number(key.expires) * 1000).toISOString()).toBe('2026-11-23T18:23:00.000Z')
  keys.check('csv 1', key, later(now, 7 * dayMs))
  expect(() => keys.check('csv 1', key, later(now, 7 * dayMs + minuteMs))).toThrow('has expired')
})

it('rejects a key whose expiry was changed', () => {
  const { key } = keys.keyFor('csv 1', now)
  expect(() => keys.check('csv 1', { key, expires: '4102444800' }, now)).toThrow('is not valid')
})
