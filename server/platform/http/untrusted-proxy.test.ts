import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

type Sent = readonly [from: string, client?: string]

/** Sends requests to a server and returns the addresses that it warned of. */
async function warnedOf(trusted: readonly string[], requests: readonly Sent[]) {
  const warned: unknown[] = []
  const write = (line: string) => warned.push((JSON.parse(line) as { address: unknown }).address)
  const app = Fastify({ trustProxy: trusted.length > 0 && [...trusted] })
  warnOfUntrustedProxy(app, pino({ level: 'warn' }, { write }))
  app.get('/', () => 'ok')
  for (const [remoteAddress, client] of requests) {
    const headers = client === undefined ? {} : { 'x-forwarded-for': client }
    expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe('ok')
  }
  await app.close()
  return warned
}

test.each<[string, string[], Sent]>([
  ['no proxy is trusted', [], ['10.213.80.1', '203.0.113.7']],
  ['another proxy is trusted', ['127.0.0.1'], ['10.213.80.1', '203.0.113.7']],
  ['it claims the address of a trusted proxy', ['127.0.0.1'], ['10.213.80.1', '127.0.0.1']],
])('warns of a proxy if %s', async (_case, trusted, sent) =>
  expect(await warnedOf(trusted, [sent])).toEqual([sent[0]]),
)

test.each<[string, string[], Sent]>([
  ['a trusted proxy', ['10.213.80.0/24'], ['10.213.80.1', '203.0.113.7']],
  ['a trusted proxy whose client is on the same machine', ['127.0.0.1'], ['127.0.0.1', '127.0.0.1']],
  ['a client without a proxy', ['127.0.0.1'], ['203.0.113.7']],
])('does not warn of %s', async (_case, trusted, sent) => expect(await warnedOf(trusted, [sent])).toEqual([]))

test('warns once, so that clients cannot fill the log', async () =>
  expect(
    await warnedOf(
      ['127.0.0.1'],
      [
        ['127.0.0.1', '203.0.113.7'],
        ['10.0.0.7', '203.0.113.7'],
        ['10.0.0.8', '203.0.113.8'],
      ],
    ),
  ).toEqual(['10.0.0.7']))
