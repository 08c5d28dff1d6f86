import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBanner } from '#contract/people/customers'
import { fillPath, type Call } from '#contract/call'
import { createApiToken } from '#contract/people/api-tokens'
import { createFeedKey } from '#contract/weather/lightning'
import { readConfig } from '#server/config'
import { demoPassword } from '#server/house/demo/index'
import { buildHouse } from '#server/house/index'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'
import { benchSecret } from './bench-secret.ts'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'

/**
 * Runs the whole product with demo data and without rate limits, and prints `{ url, token, feedKey, apiToken }` of a
 * signed-in user on one line. If given a database and the URL of the process where people sign in, it runs as one of
 * several processes and prints only its URL.
 */
const [, , port = '8191', databaseUrl, baseUrl, smtpUrl, mqttPort = '0', smsUrl, networks] = process.argv
const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-bench-'))
const config = readConfig({
  PORT: port,
  MQTT_PORT: mqttPort,
  DATA_DIR: dataDir,
  SKYWARDEN_FEEDS: 'none',
  SKYWARDEN_SECRET: benchSecret,
  DATABASE_URL: databaseUrl,
  BASE_URL: baseUrl,
  SMTP_URL: smtpUrl,
  SKYWARDEN_ALLOWED_NETWORKS: networks,
  ...(smsUrl !== undefined && {
    SMS_URL: smsUrl,
    SMS_ACCOUNT: 'AC1',
    SMS_TOKEN: 'token',
    SMS_FROM: '+14055550199',
  }),
})
const ownUrl = `http://localhost:${port}`
const unlimited = {
  perPersonPerMinute: 1e9,
  perTokenPerMinute: 1e9,
  perAddressPerMinute: 1e9,
  perMachinePerMinute: 1e9,
  perVisitorPerMinute: 1e9,
  streamsPerPerson: 1e9,
}
const store = await openStore({ ...config, log: silentLog })
const house = await buildHouse({ config, clock: systemClock, log: silentLog, store, limits: unlimited })
await house.http.listen({ port: config.port, host: '127.0.0.1' })

async function tokenOf(userName: string): Promise<string> {
  const attempt = startSignIn(config.baseUrl)
  const back = await submitSignIn(new Browser(config.baseUrl), attempt, userName, demoPassword)
  return (await exchange(config.baseUrl, attempt, codeIn(back))).access_token ?? ''
}

async function create<Made>(call: Call, token: string, body: object): Promise<Made> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(config.baseUrl + call.path, {
    method: call.method,
    headers,
    body: JSON.stringify(body),
  })
  return ((await reply.json()) as { data: Made }).data
}

async function signInAndTell() {
  const token = await tokenOf('admin@demo.test')
  const feed = { name: 'The benchmark', provesAbsence: true }
  const { key: feedKey } = await create<{ key: string }>(
    createFeedKey,
    await tokenOf('super@skywarden.test'),
    feed,
  )
  const script = { name: 'The benchmark', mayRead: true, calls: [], days: 1 }
  const { token: apiToken } = await create<{ token: string }>(createApiToken, token, script)
  const customerId = await fetch(`${config.baseUrl}/api/user/current`, {
    headers: { authorization: `Bearer ${token}` },
  })
    .then(reply => reply.json() as Promise<{ data: { customerId: number } }>)
    .then(reply => reply.data.customerId)

  console.log(
    JSON.stringify({
      url: config.baseUrl + fillPath(getBanner.path, { customerId }),
      token,
      feedKey,
      apiToken,
    }),
  )
}

if (config.baseUrl === ownUrl) await signInAndTell()
else console.log(JSON.stringify({ url: ownUrl }))
process.on('SIGTERM', () => {
  const stopped = house.stop().then(() => store.close())
  void stopped.then(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
})
