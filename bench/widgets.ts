import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillPath } from '#contract/call'
import { createWidget, embedWidget, widgetChoices, type WidgetChoices } from '#contract/messages/widgets'
import { quantile, sendStorm, type Door } from './live-stream-client.ts'
import { startServer } from './servers.ts'

const port = 8197
const widgets = 50
const viewsASecond = 500
const seconds = 20
/** The interval of the timer, which cannot fire more often. */
const stepMs = 10

async function ask<Answer>({ url, token }: Door, path: string, body?: object): Promise<Answer> {
  const reply = await fetch(new URL(path, url), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { data: Answer }).data
}

async function build(door: Door): Promise<string[]> {
  const { customerId } = await ask<{ customerId: number }>(door, '/api/user/current')
  const choices = await ask<WidgetChoices>(door, fillPath(widgetChoices.path, { customerId }))
  const group = choices.groups.find(({ policies }) =>
    policies.some(each => each.policyTypeShortName === 'LR1'),
  )
  const keys: string[] = []
  for (let number = 0; number < widgets; number++) {
    const { embedUrl } = await ask<{ embedUrl: string }>(door, createWidget.path, {
      name: `Widget ${number}`,
      customerId,
      orgLocId: choices.locations[number % choices.locations.length]?.id,
      policyGroupId: group?.id,
      widgetConditions: [1, 2, 3, 4],
      widgetForecasts: [{ forecastType: 'hourly', conditionType: 0 }],
    })
    keys.push(embedUrl.split('/').at(-1) ?? '')
  }
  return keys
}

/** Simulates a visitor, who requests the page and then its data. */
async function view(agent: Agent, base: string, key: string): Promise<void> {
  for (const path of [`/embed/${key}`, `${fillPath(embedWidget.path, { key })}?at=${Math.random()}`]) {
    const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
    const request = get(new URL(path, base), { agent, headers })
    const [reply] = (await once(request, 'response')) as [AsyncIterable<unknown> & { statusCode?: number }]
    for await (const _piece of reply) void _piece
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode}`)
  }
}

async function cpuSeconds(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

/** Visitors arrive independently of response times. Each is timed from when it was due. */
async function visit(base: string, keys: readonly string[]): Promise<{ waits: number[]; failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const waits: number[] = []
  const underWay: Promise<void>[] = []
  let failed = 0
  const beganMs = performance.now()
  for (let number = 0; number < viewsASecond * seconds; number++) {
    const dueMs = beganMs + (number * 1000) / viewsASecond
    if (dueMs > performance.now()) await sleep(stepMs)
    underWay.push(
      view(agent, base, keys[number % keys.length] ?? '').then(
        () => void waits.push(performance.now() - dueMs),
        () => void failed++,
      ),
    )
  }
  await Promise.all(underWay)
  agent.destroy()
  return { waits: waits.sort((a, b) => a - b), failed }
}

/** Measures 500 widget visitors per second on one process, in a storm of 500 strikes per second. */
export async function measureWidgets(): Promise<void> {
  const server = await startServer('house.ts', port)
  const door: Door = { ...server, feedKey: server.feedKey ?? '' }
  try {
    const keys = await build(door)
    const base = new URL(door.url).origin
    await Promise.all(keys.map(key => view(new Agent(), base, key)))
    const beganMs = performance.now()
    const before = await cpuSeconds(base)
    const storm = { name: 'storm', perBatch: 500, batches: seconds, pauseMs: 1000 }
    const [{ waits, failed }] = await Promise.all([visit(base, keys), sendStorm([door], storm, () => {})])
    const cores = ((await cpuSeconds(base)) - before) / ((performance.now() - beganMs) / 1000)
    const ms = (share: number) => `${quantile(waits, share).toFixed(1)} ms`
    console.log(
      `  ${viewsASecond} views per second (page and data, ${widgets} widgets) for ${seconds} s, 500 strikes per second: median ${ms(0.5)},` +
        ` p99 ${ms(0.99)} (target: under 100 ms); ${failed} failed;` +
        ` the server used ${Math.round(cores * 100)} % of a core; system load ${loadavg()[0]?.toFixed(1)}`,
    )
  } finally {
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
}
