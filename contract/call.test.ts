import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillPath } from './call.ts'

describe('filling parameters into a path', () => {
  test.each([
    ['/api/user/current', {}, '/api/user/current'],
    ['/api/customer/{customerId}/banner', { customerId: 7 }, '/api/customer/7/banner'],
    ['/a/{one}/{two}/{one}', { one: 'x', two: 'y' }, '/a/x/y/x'],
    ['/a/{one}', { one: 'b/../c?d=e#f', unused: 1 }, '/a/b%2F..%2Fc%3Fd%3De%23f'],
    ['/a/{one}', { one: '{one}' }, '/a/%7Bone%7D'],
  ])('%s with %j is %s', (path, params, filled) => {
    expect(fillPath(path, params)).toBe(filled)
  })

  test('names the parameter that is missing', () => {
    expect(() => fillPath('/a/{one}', {})).toThrow('/a/{one} needs one')
  })

  test.each(['', '.', '..'])('rejects a parameter that would change the path: "%s"', one => {
    expect(() => fillPath('/a/{one}/b', { one })).toThrow(`/a/{one}/b cannot have '${one}' as one`)
  })

  test('keeps any other parameter value as one path segment that decodes to the same value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), value => {
        fc.pre(!/^\.{0,2}$/.test(value))
        const { pathname } = new URL(fillPath('/a/{one}/b', { one: value }), 'http://house.test')
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', value, 'b'])
      }),
    )
  })
})
