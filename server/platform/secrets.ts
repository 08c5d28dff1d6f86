import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is encrypted at rest, and what is signed, hangs on one key that is never in the database. */
export interface Secrets {
  /** A key for one purpose; the same purpose always gets the same key. */
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

/** The master key: the one that was set, or one made on the first start and kept beside the data. */
export function masterKey(dataDir: string, configured: string | undefined): string | Buffer {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const draft = `${file}.new` // moved into place when it is on the disk: a key is never half there
    writeFileSync(draft, randomBytes(masterBytes), { mode: 0o600, flush: true })
    renameSync(draft, file)
  }
  const key = readFileSync(file)
  if (key.length !== masterBytes) throw new Error(`${file} is damaged; put it back from a backup`)
  return key
}
