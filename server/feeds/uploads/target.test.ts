import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uploadIn } from './rescue.ts'
import { queryOf, reportTarget } from './target.ts'

const key = '0123456789abcdefghjk'

describe('the address of a report', () => {
  it.each([
    [`/data/report/ab12cd34/${key}?tempf=1`, 'ab12cd34', key, 'tempf=1'],
    [`/data/report/ab12cd34/${key}&tempf=1`, 'ab12cd34', key, 'tempf=1'],
    [`/data/report/ab12cd34/${key}PASSKEY=x&tempf=1`, 'ab12cd34', key, 'PASSKEY=x&tempf=1'],
    [`/data/report/ab12cd34/${key}/?&tempf=1`, 'ab12cd34', key, 'tempf=1'],
    ['/data/report/ab12cd34/wrong?tempf=1', 'ab12cd34', 'wrong', 'tempf=1'],
    ['/data/report/ab12cd34?PASSKEY=x', 'ab12cd34', undefined, 'PASSKEY=x'],
    ['/data/report/PASSKEY=x&tempf=1', undefined, undefined, 'PASSKEY=x&tempf=1'],
    ['/DATA/Report/', undefined, undefined, ''],
  ])('%s', (target, senderId, shownKey, query) => {
    expect(reportTarget(target)).toEqual({ senderId, key: shownKey, query })
  })
  it('has its parameters after a question mark or an ampersand', () => {
    expect(queryOf('/weatherstation/updateweatherstation.php?ID=1&a=2')).toBe('ID=1&a=2')
    expect(queryOf('/weatherstation/updateweatherstation.php&ID=1')).toBe('ID=1')
    expect(queryOf('/weatherstation/updateweatherstation.php')).toBe('')
  })
  it('is read quickly, whatever it contains', () => {
    const part = fc.constantFrom(
      '/data/report/',
      'a',
      '-',
      '/',
      '?',
      '&',
      '=',
      key,
      '%',
      ' ',
      '\n',
      'a-'.repeat(500),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), parts => {
        const target = parts.join('')
        expect(target).toContain(reportTarget(target).query)
        queryOf(target)
      }),
    )
  })
})

describe('a request that the parser refused', () => {
  const sent = (text: string) => uploadIn(Buffer.from(text, 'latin1'))
  it('is rescued for uploads only', () => {
    expect(sent(`GET ?ID=a&PASSWORD=b HTTP/1.1\r\n\r\n`)?.url).toBe(
      '/weatherstation/updateweatherstation.php?ID=a&PASSWORD=b',
    )
    expect(sent('GET data/report/a/b?MAC=1\n&x=2 3 HTTP/1.0\r\n\r\n')?.url).toBe(
      '/data/report/a/b?MAC=1%0A&x=2%203',
    )
    expect(sent('GET /api/user x HTTP/1.1\r\n\r\n')).toBeNull()
    expect(sent('PUT ?ID=a HTTP/1.1\r\n\r\n')).toBeNull()
    expect(sent('POST data/report/a HTTP/1.1\r\nContent-Length: 9\r\n\r\ntoo')).toBeNull()
    expect(sent('GET ?ID=a HTTP/1.1\r\nHost: x')).toBeNull()
    expect(sent(`GET ?ID=${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`)).toBeNull()
  })
  it('never throws and never names another address', () => {
    const part = fc.constantFrom(
      'GET ',
      'POST ',
      '?ID=a',
      '/data/report/',
      '../api/',
      ' HTTP/1.1\r\n',
      '\r\n',
      '\n',
      'Content-Length: -1',
      ' ',
      '\0',
    )
    const path = /^\/(weatherstation|pwsupdate|data\/report)/i
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 20 }), parts => {
        const rescued = sent(parts.join(''))
        if (rescued) expect(rescued.url).toMatch(path)
      }),
    )
  })
})
