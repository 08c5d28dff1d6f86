import { describe, expect, it } from 'vitest'
import { base32, codeAt, otpAuthUri, stepAt, stepOfCode } from './totp.ts'
import { fromBase32 } from './totp.testing.ts'

// RFC 6238, appendix B: the last six of the eight digits listed there (SHA-1).
const secret = Buffer.from('12345678901234567890')
const published = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

describe('codes of authenticator apps', () => {
  it.each(published)('at %d seconds: %s (RFC 6238)', (seconds, code) => {
    expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
  })

  it('writes secrets in base32 (RFC 4648, section 10)', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
    expect(base32(Buffer.from('f'))).toBe('MY')
    expect(fromBase32('MZXW 6YTB').toString()).toBe('fooba')
  })

  it('accepts a code 30 seconds early or late, and with spaces as apps show it', () => {
    const now = new Date(1111111109_000)
    for (const seconds of [-30, 0, 30]) {
      const code = codeAt(secret, stepAt(new Date(now.getTime() + seconds * 1000)))
      expect(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, 0, now)).toBeDefined()
    }
    const old = codeAt(secret, stepAt(new Date(now.getTime() - 90_000)))
    expect(stepOfCode(secret, old, 0, now)).toBeUndefined()
  })

  it('accepts no code twice, and none before the last one used', () => {
    const now = new Date(1111111109_000)
    const [before, current] = [codeAt(secret, stepAt(now) - 1), codeAt(secret, stepAt(now))]
    const used = stepOfCode(secret, current, 0, now) ?? 0
    expect(used).toBe(stepAt(now))
    expect(stepOfCode(secret, current, used, now)).toBeUndefined()
    expect(stepOfCode(secret, before, used, now)).toBeUndefined()
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects %j', typed => {
    expect(stepOfCode(secret, typed, 0, new Date(0))).toBeUndefined()
  })

  it('names the account and the issuer in the address that apps read', () => {
    expect(otpAuthUri(secret, 'a@b.test', 'Skywarden')).toBe(
      'otpauth://totp/Skywarden:a%40b.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Skywarden',
    )
  })
})
