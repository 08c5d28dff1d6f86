import { describe, expect, it } from 'vitest'
import { readForm } from './form.ts'

const read = (text: string) => Object.fromEntries(readForm(text))

describe('a form', () => {
  it.each([
    ['a query', 'a=1&b=2'],
    ['a leading question mark', '?a=1&b=2'],
    ['a leading ampersand', '&a=1&b=2'],
    ['both', '?&a=1&b=2'],
    ['a path', '/data/report/?a=1&b=2'],
    ['a request line', 'GET /x.php?a=1&b=2 HTTP/1.0\r\n'],
    ['a request line without a slash', 'GET ?a=1&b=2 HTTP/1.1'],
    ['a request line without a path', 'GET a=1&b=2 HTTP/1.1'],
    ['empty parts', 'a=1&&b=2&'],
    ['a repeated name, of which the last counts', 'a=0&b=2&a=1'],
    ['a raw line feed after a value', 'a=1\n&b=2'],
  ])('is read with %s', (_what, text) => {
    expect(read(text)).toEqual({ a: '1', b: '2' })
  })

  it.each(['2021-07-23+17:13:34', '2021-07-23%2017:13:34', '2021-07-23 17%3A13%3A34'])(
    'decodes %s',
    written => {
      expect(read(`dateutc=${written}`)).toEqual({ dateutc: '2021-07-23 17:13:34' })
    },
  )

  it('leaves percent signs that encode nothing as they are', () => {
    expect(read('a=100%&b=%zz&c=%ff%41&d=%C3%A9&e')).toEqual({
      a: '100%',
      b: '%zz',
      c: '%ff%41',
      d: 'é',
      e: '',
    })
  })

  it('takes the names of inherited properties as names', () => {
    expect(readForm('__proto__=1&constructor=2').get('__proto__')).toBe('1')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('refuses what is too long or has too many fields', () => {
    expect(() => readForm('a='.padEnd(16_385, '1'))).toThrow('longer than 16 kB')
    expect(() => readForm('a=1&'.repeat(301))).toThrow('more than 300 fields')
    expect(readForm('a=1&'.repeat(300)).size).toBe(1)
  })
})
