import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { inDataFolder, makeFolder } from './store/data-folder.ts'

/** Encrypts data at rest and makes keys for signatures, from one key that is never in the database. */
export interface Secrets {
  /** Returns a key for one purpose; the same purpose always gets the same key. */
  keyFor(purpose: string): Buffer
  seal(plain: string): string
  open(sealed: string): string
}

const sealing = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const masterBytes = 32

export function createSecrets(master: string | Buffer): Secrets {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, 'skywarden', purpose, 32) satisfies ArrayBuffer)
  const sealKey = keyFor('seal')

  return {
    keyFor,
    seal(plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(sealing, sealKey, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const iv = bytes.subarray(0, ivBytes)
      const decipher = createDecipheriv(sealing, sealKey, iv, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key')

/** Returns the master key: the configured one, or one generated on the first start and stored beside the data. */
export function masterKey(dataDir: string, configured: string | undefined): string | Buffer {
  if (configured) return configured
  const file = keyFile(dataDir)
  if (!existsSync(file)) inDataFolder(dataDir, () => makeKey(dataDir))
  const key = inDataFolder(dataDir, () => readFileSync(file))
  if (key.length !== masterBytes) throw new CannotStart(`${file} is damaged. Restore it from a backup.`)
  return key
}

function makeKey(dataDir: string) {
  makeFolder(dataDir)
  const draft = `${keyFile(dataDir)}.new` // moved into place once it is on disk: a key file is never incomplete
  writeFileSync(draft, randomBytes(masterBytes), { mode: 0o600, flush: true })
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid) // so the folder's owner can read it
  renameSync(draft, keyFile(dataDir))
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    secrets.open(sealed)
    return true
  } catch {
    return false // encrypted with another key
  }
}

/**
 * Creates the server's secrets. Pass a value that was sealed before, if there is one: a new key in place of a lost one,
 * or another server's key, would silently make all sealed values unreadable.
 */
export function openSecrets(
  { dataDir, secret }: { readonly dataDir: string; readonly secret: string | undefined },
  sealedBefore: string | undefined,
): Secrets {
  const file = keyFile(dataDir)
  if (sealedBefore !== undefined && !secret && !existsSync(file)) {
    throw new CannotStart(
      `${file} is missing, and the database contains values that were encrypted with it. ` +
        'Restore it from a backup, or set SKYWARDEN_SECRET if that was set before.',
    )
  }
  const secrets = createSecrets(masterKey(dataDir, secret))
  if (sealedBefore !== undefined && !opens(secrets, sealedBefore)) {
    throw new CannotStart(
      `The database contains values that were encrypted with a different key than ${secret ? 'SKYWARDEN_SECRET' : file}. ` +
        `Restore the right ${secret ? 'SKYWARDEN_SECRET' : 'secret.key'}, or use the database that belongs to this one.`,
    )
  }
  return secrets
}
