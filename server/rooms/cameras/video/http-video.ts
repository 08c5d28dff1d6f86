import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Outside } from '#server/platform/outside/index'
import { secondMs } from '#server/platform/clock'
import { authorizationFor, bestChallenge, type Credentials } from './authorization.ts'
import { CameraTrouble, notAnswering, sentElsewhere, wrongPassword } from './trouble.ts'

export interface HttpAsk {
  readonly outside: Outside
  readonly url: URL
  readonly credentials: Credentials | null
  readonly signal: AbortSignal
}

/** The maximum wait for the start of a response, and for each chunk after that. */
const silentMs = 15 * secondMs

/**
 * Sends one request to the exact IP address that was checked, even if DNS or the local machine now resolves the host
 * name differently.
 */
async function askOnce(ask: HttpAsk, authorization: string | null): Promise<IncomingMessage> {
  const { url, outside, signal } = ask
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const [found] = await outside.addressesOf(host)
  if (!found) throw new CameraTrouble(notAnswering)
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options: RequestOptions & { servername: string } = {
    host: found.address,
    servername: host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    headers: { host: url.host, 'user-agent': 'Skywarden', ...(authorization && { authorization }) },
    agent: false,
    timeout: silentMs,
    signal,
  }
  const sent = (url.protocol === 'https:' ? requestSecure : requestPlain)(options, resolve)
  sent.on('timeout', () => sent.destroy(new CameraTrouble(notAnswering)))
  sent.on('error', reject)
  sent.end()
  return promise
}

const challengesOf = ({ headersDistinct }: IncomingMessage) => headersDistinct['www-authenticate'] ?? []

/** A camera's response, as soon as it starts. Does not follow redirects. */
export async function askCamera(ask: HttpAsk): Promise<IncomingMessage> {
  let answer = await askOnce(ask, null)
  if (answer.statusCode === 401 && ask.credentials) {
    const challenge = bestChallenge(challengesOf(answer))
    answer.destroy()
    const uri = ask.url.pathname + ask.url.search
    const reported = challenge && authorizationFor(challenge, ask.credentials, { method: 'GET', uri })
    if (!reported) throw new CameraTrouble(wrongPassword)
    answer = await askOnce(ask, reported)
  }
  const { statusCode: status = 0 } = answer
  if (status === 200) return answer
  answer.destroy()
  if (status === 401 || status === 403) throw new CameraTrouble(wrongPassword)
  if (status >= 300 && status < 400) throw new CameraTrouble(sentElsewhere)
  throw new CameraTrouble(`The camera responded with error ${status}.`)
}

/** Reads a short response completely. */
export async function readCamera(ask: HttpAsk, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const answer = await askCamera(ask)
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) {
      answer.destroy()
      throw new CameraTrouble('The camera sent more data than a camera should.')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
