import { createHash } from 'node:crypto'
import mqtt from 'mqtt'
import { sql } from 'kysely'
import { ingestStrikes } from '#contract/weather/lightning'
import { Browser } from '#server/house/browser.testing'
import { minuteMs } from '#server/platform/clock'
import { makeLink } from '#server/rooms/identity/index'
import { isIn } from '#server/rooms/identity/passkey-world.testing'
import { findUser } from '#server/rooms/users/index'
import { bearing, knock, type Attack, type AttackWorld, type Outcome } from './attack.testing.ts'
import { spoiled } from './random.testing.ts'
import { embedPath } from './victims.testing.ts'

const newPassword = 'seven quiet herons by the lake'

async function freshLink({ house, admin, clock }: AttackWorld, purpose: 'invite' | 'reset'): Promise<string> {
  const { db } = house.house.store
  const row = await findUser(db, 'system', admin.id)
  if (!row) throw new Error('The administrator is not there')
  const link = await db
    .transaction()
    .execute(tx => makeLink(tx, { purpose }, row, house.baseUrl, clock.now()))
  return new URL(link).searchParams.get('token') ?? ''
}

/** Opens the page of a link, and sends its form. */
async function follow(
  { house }: AttackWorld,
  what: string,
  page: string,
  token: string,
): Promise<readonly Outcome[]> {
  const browser = new Browser(house.baseUrl)
  const shown = await browser.open(`/identity/${page}?${new URLSearchParams({ token }).toString()}`)
  const sent = await browser.open(`/identity/${page}`, { token, newPassword, confirmation: newPassword })
  return [shown, sent].map(each => ({
    what,
    status: each.status,
    text: each.text,
    isGranted: each.status < 300 || isIn(each),
  }))
}

export const links: Attack = async world => {
  const { house, random, clock } = world
  const token = await freshLink(world, random.pick(['invite', 'reset'] as const))
  const outcomes = [
    ...(await follow(world, 'spoiled link', 'set-password', spoiled(token, random))),
    ...(await follow(world, 'link for another page', 'confirm-email', token)),
  ]
  const hash = createHash('sha256').update(token).digest('hex')
  outcomes.push(...(await follow(world, 'hash of a link', 'set-password', hash)))
  const late = await freshLink(world, 'reset')
  clock.advance(16 * minuteMs)
  outcomes.push(...(await follow(world, 'link for a password that has expired', 'set-password', late)))
  const invitation = await freshLink(world, 'invite')
  await sql`update account_links set used_at = ${clock.now()} where user_id = ${world.admin.id}`.execute(
    house.house.store.db,
  )
  outcomes.push(...(await follow(world, 'invitation that was used', 'set-password', invitation)))
  return outcomes
}

const hour = 3600
/** Attacks addresses with a key: pictures, tiles, recordings, streams. */
export const signedAddresses: Attack = async world => {
  const { random, clock } = world
  const seconds = Math.ceil(clock.now().getTime() / 1000 / hour) * hour
  const expires = random.pick([
    String(seconds + 3 * hour),
    '0',
    'NaN',
    '1e999',
    String(2 ** 53),
    '-1',
    'Infinity',
  ])
  const query = `expires=${encodeURIComponent(expires)}&key=${random.text(43)}`
  const picture = 'TIME=2026-11-15T09:55:00Z&origin=observed'
  const paths = [
    `/api/WeatherStation/Image/${1 + random.below(9)}?${query}`,
    `/api/PA/Recording/${random.text(64)}?${query}`,
    `/radar/past/20261115T095500Z.png?${picture}&BBOX=-10900000,4100000,-10800000,4200000&width=256&height=256&${query}`,
    `/radar/past/20261115T095500Z/6/14/25.png?${picture}&${query}`,
    `/Stream/hls/${random.text(30)}/index.m3u8`,
    `/Stream/hls/${encodeURIComponent('../../x')}/${encodeURIComponent('..')}`,
  ]
  const outcomes: Outcome[] = []
  for (const path of paths)
    outcomes.push(await knock(world, `address with a made-up key ${path.slice(0, 20)}`, path))
  return outcomes
}

export const publicKeys: Attack = async world => {
  const { random, keys, clock, person } = world
  const safe = (text: string) =>
    encodeURIComponent(spoiled(text, random).toWellFormed() || 'x').replace(/^\.+$/, 'x')
  const form = { method: 'POST', body: new URLSearchParams({ answer: 'stop' }) }
  const outcomes = [
    await knock(world, 'spoiled unsubscribe link', `/unsubscribe/${safe(keys.unsubscribe)}`),
    await knock(
      world,
      'spoiled unsubscribe link, in one click',
      `/unsubscribe/${safe(keys.unsubscribe)}`,
      form,
    ),
    await knock(
      world,
      'unsubscribe link of a known person',
      `/unsubscribe/${Buffer.concat([Buffer.from(person.id.replaceAll('-', ''), 'hex'), Buffer.from(random.text(16))]).toString('base64url')}`,
      form,
    ),
    await knock(
      world,
      'spoiled widget',
      embedPath(spoiled(keys.widget, random).slice(0, 500).replace(/^\.*$/, 'x').toWellFormed()),
    ),
    await knock(world, 'spoiled widget page', `/embed/${safe(keys.widget)}`, {
      isGranted: (_status, text) => text.includes('Mark-'),
    }),
    await knock(world, 'spoiled event feed', `/feeds/cap/${safe(keys.widget)}`),
    await knock(world, 'spoiled receipt', `/api/Push/Shown/${safe(keys.receipt)}`, { method: 'POST' }),
  ]
  clock.advance(minuteMs)
  return outcomes
}

export const machines: Attack = async world => {
  const { random, keys, instrumentId } = world
  const time = world.clock.now().toISOString()
  const strikes = { strikes: [{ id: random.text(9), time, latitude: 35.2, longitude: -97.4 }] }
  const json = { 'content-type': 'application/json' }
  const query = (key: string) =>
    new URLSearchParams({ ID: instrumentId, PASSWORD: key, tempf: '80', dateutc: 'now' }).toString()
  const wrong = spoiled(keys.instrument, random)
  return [
    await knock(world, 'spoiled feed key', ingestStrikes.path, {
      method: 'POST',
      headers: { ...json, ...bearing(spoiled(keys.feed, random)) },
      body: JSON.stringify(strikes),
    }),
    await knock(world, 'API token as a feed key', ingestStrikes.path, {
      method: 'POST',
      headers: { ...json, ...bearing(keys.apiToken) },
      body: JSON.stringify(strikes),
    }),
    await knock(world, 'feed key as an API token', '/api/user/current', { headers: bearing(keys.feed) }),
    await knock(
      world,
      'spoiled key of an instrument',
      `/weatherstation/updateweatherstation?${query(wrong)}`,
    ),
    await knock(
      world,
      'feed key for an instrument',
      `/weatherstation/updateweatherstation?${query(keys.feed)}`,
    ),
    await knock(world, 'instrument without its key', `/instruments/${instrumentId}`, {
      method: 'POST',
      headers: json,
      body: '{}',
    }),
    await knock(
      world,
      'instrument with a wrong key',
      `/instruments/${instrumentId}/${encodeURIComponent(wrong.toWellFormed() || 'x').replace(/^\.+$/, 'x')}`,
      { method: 'POST', headers: json, body: '{}' },
    ),
    await connectDevice(world, 'device with a made-up password', random.text(43)),
    await connectDevice(world, 'device with a spoiled password', spoiled(keys.instrument, random)),
  ]
}

/** Connects as a device: MQTT over a WebSocket of the same server. */
function connectDevice(
  { house, ids, random }: AttackWorld,
  what: string,
  password: string,
): Promise<Outcome> {
  const username = random.pick([...ids.texts, 'siren-1'])
  const url = `${house.baseUrl.replace('http', 'ws')}/mqtt`
  const client = mqtt.connect(url, {
    clientId: username,
    username,
    password,
    reconnectPeriod: 0,
    connectTimeout: 5000,
  })
  return new Promise<Outcome>(resolve => {
    const settle = (isGranted: boolean) => {
      client.end(true)
      resolve({ what, status: isGranted ? 200 : 401, text: '', isGranted })
    }
    client.once('connect', () => settle(true))
    client.once('error', () => settle(false))
    client.once('close', () => settle(false))
  })
}
