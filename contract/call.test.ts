import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillPath } from './call.ts'

describe('a path with its parameters', () => {
  test.each([
    ['/api/user/current', {}, '/api/user/current'],
    ['/api/customer/{customerId}/banner', { customerId: 7 }, '/api/customer/7/banner'],
    ['/a/{one}/{two}/{one}', { one: 'x', two: 'y' }, '/a/x/y/x'],
    ['/a/{one}', { one: 'b/../c?d=e#f', unused: 1 }, '/a/b%2F..%2Fc%3Fd%3De%23f'],
    ['/a/{one}', { one: '{one}' }, '/a/%7Bone%7D'],
  ])('%s with %j is %s', (path, params, filled) => {
    expect(fillPath(path, params)).toBe(filled)
  })

  test('a parameter that is missing is named', () => {
    expect(() => fillPath('/a/{one}', {})).toThrow('/a/{one} needs one')
  })

  test.each(['', '.', '..'])('a parameter that would lead elsewhere is refused: "%s"', one => {
    expect(() => fillPath('/a/{one}/b', { one })).toThrow(`/a/{one}/b cannot have '${one}' as one`)
  })

  test('whatever else a parameter holds, it stays one step of the path and comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), value => {
        fc.pre(!/^\.{0,2}$/.test(value))
        const { pathname } = new URL(fillPath('/a/{one}/b', { one: value }), 'http://house.test')
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', value, 'b'])
      }),
    )
  })
})
