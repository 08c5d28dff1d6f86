import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets, masterKey, openSecrets } from './secrets.ts'

describe('sealing', () => {
  const secrets = createSecrets('a master key of the house')

  test('a sealed value opens again, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), plain => secrets.open(secrets.seal(plain)) === plain),
    )
  })

  test('the same text is never sealed to the same bytes', () => {
    expect(secrets.seal('text')).not.toBe(secrets.seal('text'))
  })

  test('detects a change of any byte', () => {
    const sealed = Buffer.from(secrets.seal('text'), 'base64url')
    for (let at = 0; at < sealed.length; at++) {
      const tampered = Buffer.from(sealed)
      tampered.writeUInt8(tampered.readUInt8(at) ^ 1, at)
      expect(() => secrets.open(tampered.toString('base64url')), `byte ${at}`).toThrow()
    }
  })

  test('detects truncation, down to nothing', () => {
    const sealed = Buffer.from(secrets.seal('text'), 'base64url')
    for (let length = 0; length < sealed.length; length++) {
      const cut = sealed.subarray(0, length).toString('base64url')
      expect(() => secrets.open(cut), `${length} bytes`).toThrow()
    }
  })

  test('another master key does not open it', () => {
    expect(() => createSecrets('another master').open(secrets.seal('text'))).toThrow()
  })

  test('the same master key opens it after a restart', () => {
    expect(createSecrets('a master key of the house').open(secrets.seal('text'))).toBe('text')
  })
})

describe('keys', () => {
  test('the same master key and purpose give the same key; any other gives another', () => {
    const keyFor = (master: string, purpose: string) => createSecrets(master).keyFor(purpose).toString('hex')
    expect(keyFor('one', 'cookies')).toBe(keyFor('one', 'cookies'))
    expect(keyFor('one', 'cookies')).toHaveLength(64)
    expect(new Set([keyFor('one', 'cookies'), keyFor('one', 'links'), keyFor('two', 'cookies')]).size).toBe(3)
  })
})

describe('the master key', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'skywarden-secrets-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is the configured one, and then no file is written', () => {
    expect(masterKey(folder, 'configured')).toBe('configured')
    expect(readdirSync(folder)).toEqual([])
  })

  test('is generated once, at random, readable by its owner alone', () => {
    const dataDir = join(folder, 'not', 'there', 'yet')
    const key = masterKey(dataDir, undefined)
    expect(key).toHaveLength(32)
    expect(masterKey(dataDir, undefined)).toEqual(key)
    expect(masterKey(folder, undefined)).not.toEqual(key)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('an interrupted start during its creation does no harm', () => {
    writeFileSync(join(folder, 'secret.key.new'), 'half')
    const key = masterKey(folder, undefined)
    expect(key).toHaveLength(32)
    expect(readFileSync(join(folder, 'secret.key'))).toEqual(key)
  })

  test('a damaged one is rejected: a new one would make every sealed value unreadable', () => {
    writeFileSync(join(folder, 'secret.key'), '')
    expect(() => masterKey(folder, undefined)).toThrow('secret.key is damaged')
  })
})

describe('values sealed before', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'skywarden-secrets-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const open = (sealed: string | undefined, secret?: string) =>
    openSecrets({ dataDir: folder, secret }, sealed)

  test('open again with the same key, stored in the folder or configured', () => {
    const sealed = open(undefined).seal('text')
    expect(open(sealed).open(sealed)).toBe('text')
    const sealedWithSetting = open(undefined, 'configured').seal('text')
    expect(open(sealedWithSetting, 'configured').open(sealedWithSetting)).toBe('text')
  })

  test('are not lost to a new key that replaces a missing one: the start is refused, and no key is generated', () => {
    const sealed = open(undefined).seal('text')
    rmSync(join(folder, 'secret.key'))
    expect(() => open(sealed)).toThrow(/^\S+secret\.key is missing, .* Restore it from a backup/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('do not open with another key', () => {
    const sealed = createSecrets('another').seal('text')
    expect(() => open(sealed, 'configured')).toThrow('encrypted with a key other than SKYWARDEN_SECRET')
    open(undefined)
    expect(() => open(sealed)).toThrow(/encrypted with a key other than \S+secret\.key/)
  })
})
