import { createHash, randomBytes } from 'node:crypto'

export interface Credentials {
  readonly userName: string
  readonly password: string
}

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' }

function parametersOf(challenge: string): Map<string, string> {
  const pairs = challenge.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)
  return new Map(
    Array.from(pairs, ([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? '']),
  )
}

/**
 * The Authorization header for a camera, using HTTP Basic or Digest, which RTSP also uses; null for an unknown scheme.
 */
export function authorizationFor(
  challenge: string,
  { userName, password }: Credentials,
  { method, uri }: { readonly method: string; readonly uri: string },
): string | null {
  if (/^basic\b/i.test(challenge)) return `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
  if (!/^digest\b/i.test(challenge)) return null
  const given = parametersOf(challenge)
  const algorithm = given.get('algorithm') ?? 'MD5'
  const hashName = hashes[algorithm.toLowerCase()]
  if (hashName === undefined) return null
  const hash = (text: string) => createHash(hashName).update(text).digest('hex')
  const [realm, nonce] = [given.get('realm') ?? '', given.get('nonce') ?? '']
  const [who, what] = [hash(`${userName}:${realm}:${password}`), hash(`${method}:${uri}`)]
  const withQop =
    given
      .get('qop')
      ?.split(/\s*,\s*/)
      .includes('auth') ?? false
  // The nonce count restarts with each of our client nonces, and no two requests share one.
  const [count, ours] = ['00000001', randomBytes(8).toString('hex')]
  const response = withQop
    ? hash(`${who}:${nonce}:${count}:${ours}:auth:${what}`)
    : hash(`${who}:${nonce}:${what}`)
  const opaque = given.get('opaque')
  return [
    `Digest username="${userName.replace(/["\\]/g, '\\$&')}", realm="${realm}", nonce="${nonce}", uri="${uri}"`,
    `response="${response}", algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(withQop ? [`qop=auth, nc=${count}, cnonce="${ours}"`] : []),
  ].join(', ')
}

/** The best challenge that we can answer: Digest is preferred because it does not reveal the password. */
export function bestChallenge(challenges: readonly string[]): string | undefined {
  const starting = (scheme: RegExp) => challenges.find(one => scheme.test(one))
  return starting(/^digest\b/i) ?? starting(/^basic\b/i)
}
