import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiTokenStart } from '#contract/people/api-tokens'
import { getCurrentUser } from '#contract/people/users'
import { searchAddress } from '#contract/places/locations'
import { ingestStrikes } from '#contract/weather/lightning'
import { live } from '#contract/live'
import { startSignIn } from '#server/house/browser.testing'

/**
 * Everything an attacker might try to make every screen lose its lease, all at the same time and for this many seconds.
 * Runs as a separate process: `<address> <seconds> <token> <feed key>`.
 */
const [, , address = '', seconds = '', token = '', feedKey = ''] = process.argv
const ending = AbortSignal.timeout(Number(seconds) * 1000)
const counts: Record<string, number> = {}

function count(what: string, answer: string | number) {
  const key = `${what}: ${answer}`
  counts[key] = (counts[key] ?? 0) + 1
}

async function post(what: string, key: string, body: string, path: string = ingestStrikes.path) {
  const isForm = path.startsWith('/identity')
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const reply = await fetch(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
    signal: ending,
  })
  await reply.arrayBuffer()
  count(what, reply.status)
}

async function get(what: string, path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(address + path, { headers, redirect: 'manual', signal: ending })
  await reply.arrayBuffer()
  count(what, reply.status)
}

/** Opens a connection, sends little, and holds it open. */
async function loiter() {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST ${ingestStrikes.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n`)
  while (!socket.destroyed && !ending.aborted) {
    socket.write('x')
    await sleep(500)
  }
  count('loitering', socket.destroyed ? 'cut off' : 'held on')
  socket.destroy()
}

async function hoardStreams() {
  const held = Array.from({ length: 100 }, async () => {
    const reply = await fetch(address + live.path, { headers: own, signal: ending })
    count('streams', reply.status)
    await reply.body?.cancel().catch(() => {})
  })
  await Promise.allSettled(held)
}

const own = { authorization: `Bearer ${token}` }
const faulty = JSON.stringify({ strikes: Array.from({ length: 2000 }, () => ({ id: '', time: 0, zz: 1 })) })
const zeros = `{"strikes":[${'0,'.repeat(200_000)}0]}`
const keys = `{${Array.from({ length: 30_000 }, (_, n) => `"key${n}":1`).join(',')}}`
const guess = () => apiTokenStart + String(Math.random()).slice(2).padEnd(40, '0')
const huge = JSON.stringify({ strikes: 'x'.repeat(8_000_000) })

const attacks: Record<string, () => Promise<unknown>> = {
  'wrong key, huge body': () => post('wrong key, huge body', `skf_${Math.random()}`, huge),
  'good key, faulty strikes': () => post('good key, faulty strikes', feedKey, faulty),
  'good key, zeros': () => post('good key, zeros', feedKey, zeros),
  'good key, keys': () => post('good key, keys', feedKey, keys),
  'good key, brackets': () => post('good key, brackets', feedKey, '['.repeat(500_000)),
  tags: () =>
    get('tags', '/map/base.pmtiles', { 'if-none-match': ` ${' '.repeat(7000)}`, range: 'bytes=0-1' }),
  letters: () => get('letters', `${searchAddress.path}?text=a%20b%20c%20d%20e%20f`, own),
  'sign-in': () => get('sign-in', startSignIn(address).url.slice(address.length)),
  'guessed token': () => get('guessed token', getCurrentUser.path, { authorization: `Bearer ${guess()}` }),
  'assistant, guessed token': () => post('assistant, guessed token', guess(), huge, '/mcp'),
  'second step, forged': () =>
    post('second step, forged', '', `code=1&firstStep=${'x'.repeat(200_000)}`, '/identity/sign-in/x/code'),
  streams: hoardStreams,
  loiter: loiter,
}

/** Two attacks of each kind run at a time. */
await Promise.all(
  Object.entries(attacks).flatMap(([what, attack]) =>
    [0, 1].map(async () => {
      while (!ending.aborted) {
        await attack().catch((error: unknown) => {
          if (!ending.aborted) count(what, (error as Error).name)
        })
        await sleep(5)
      }
    }),
  ),
)
process.stdout.write(`${JSON.stringify(counts, null, 1)}\n`)
process.exit(0)
