import { longestPassword, shortestPassword } from '#domain/access/password-length'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashWith = promisify(argon2)

/**
 * Argon2id with the memory and number of passes that OWASP recommends. Each hash contains both values, so they can be
 * raised later.
 */
const memoryKiB = 19_456
const passes = 2
const saltBytes = 16
const tagBytes = 32

async function digest(password: string, nonce: Buffer, memory: number, turns: number): Promise<Buffer> {
  const message = password.normalize('NFC')
  return hashWith('argon2id', { message, nonce, parallelism: 1, tagLength: tagBytes, memory, passes: turns })
}

const plain64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await digest(password, salt, memoryKiB, passes)
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${plain64(salt)}$${plain64(tag)}`
}

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

/** Used so that rejecting a sign-in takes just as long for an account without a password as for a wrong password. */
const nobodysHash = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${plain64(Buffer.alloc(saltBytes))}$${plain64(Buffer.alloc(tagBytes))}`

export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parts = stored.exec(hash ?? nobodysHash)
  if (!parts) throw new Error('A stored password hash is not readable')
  const [, memory, turns, salt, tag] = parts as unknown as [string, string, string, string, string]
  const expected = Buffer.from(tag, 'base64')
  const actual = await digest(password, Buffer.from(salt, 'base64'), Number(memory), Number(turns))
  return hash !== undefined && expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** An identifier that distinguishes a person's passwords without revealing anything about them. */
export function nameOfPassword(hash: string | undefined): string {
  return createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')
}

/**
 * Only this much of the password's beginning is used to estimate how easily it is guessed; the hash covers all of it.
 */
const longestChecked = 100
const strongEnough = 3

const guesser = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs })

/** Length in characters as people count them: a flag or an accented letter counts as one. */
function lengthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length
}

/** What is wrong with a new password, as text for the person who chose it; undefined if it is good. */
export function passwordFault(password: string, familiarWords: readonly string[]): string | undefined {
  if (lengthOf(password) < shortestPassword) {
    return `must have at least ${shortestPassword} characters. A few words in a row are easy to remember.`
  }
  if (password.length > longestPassword) return `must have at most ${longestPassword} characters.`
  const words = ['skywarden', ...familiarWords].filter(word => word.length > 2)
  const guess = guesser.check(password.slice(0, longestChecked), words)
  return guess.score < strongEnough ? 'is too easy to guess. Try a few unrelated words in a row.' : undefined
}
