import { describe, expect, it } from 'vitest'
import { isNextSignature, wholeBytes, whyNoPasskeys } from './passkeys.ts'

describe('browsers allow passkeys', () => {
  it.each([
    ['for a name with HTTPS', true, 'weather.example.org', null],
    ['for a name of one word with HTTPS', true, 'skywarden', null],
    ['for a name that ends in letters and digits', true, 'node-7.lan2', null],
    ['on their own machine without HTTPS', false, 'localhost', null],
    ['on their own machine under another name', false, 'sky.localhost', null],
    ['not without HTTPS', false, 'weather.example.org', 'HTTPS'],
    ['not for a name that only looks like the own machine', false, 'notlocalhost', 'HTTPS'],
    ['not for an IPv4 address', true, '192.0.2.7', 'name'],
    ['not for the IPv4 address of their own machine', false, '127.0.0.1', 'name'],
    ['not for an IPv6 address', true, '[2001:db8::7]', 'name'],
  ])('%s', (_where, isEncrypted, host, missing) => {
    const why = whyNoPasskeys({ isEncrypted, host })
    if (missing === null) expect(why).toBeNull()
    else expect(why).toContain(missing)
  })
})

describe('the count of signatures', () => {
  it.each([
    ['goes up by one', 4, 5, true],
    ['goes up by more: it may count for other servers too', 4, 90, true],
    ['starts', 0, 1, true],
    ['is not kept', 0, 0, true],
    ['repeats', 5, 5, false],
    ['goes back', 5, 4, false],
    ['starts again from zero', 5, 0, false],
  ])('%s', (_how, stored, reported, isNext) => {
    expect(isNextSignature(stored, reported)).toBe(isNext)
  })
})

describe('a credential is spelled as whole bytes', () => {
  it.each(['AA', 'AAA', 'AAAA', 'AAAA-_', 'AAAAAAAA'])('%s', text => expect(text).toMatch(wholeBytes))
  it.each(['', 'A', 'AAAAA', 'AA=', 'AA\n', 'A A', 'AAAA\u0000'])('not %j', text =>
    expect(text).not.toMatch(wholeBytes),
  )
})
