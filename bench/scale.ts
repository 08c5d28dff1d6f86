import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { openStream, quantile, sendStorm, type Door } from './live-stream-client.ts'
import { startServer, type Started } from './servers.ts'

const wantedStreams = 10_000
const streamsAtOnce = 200
const firstPort = 8180
const seconds = 20
const strikesASecond = 500

interface Process extends Door {
  readonly started: Started
}

async function figures({ url }: Door) {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    cpuSeconds: figure('process_cpu_seconds_total'),
    megabytes: figure('process_resident_memory_bytes') / 2 ** 20,
    isLeader: text.includes('skywarden_duty{duty="keeper"} 1'),
  }
}

/** Starts processes that share one database and its base URL. People sign in at the first one. */
async function startProcesses(count: number, databaseUrl: string): Promise<Process[]> {
  const baseUrl = `http://localhost:${firstPort}`
  const first = await startServer('house.ts', firstPort, databaseUrl, baseUrl)
  const others = await Promise.all(
    Array.from({ length: count - 1 }, (_, index) =>
      startServer('house.ts', firstPort + 1 + index, databaseUrl, baseUrl),
    ),
  )
  const { token, feedKey = '' } = first
  return [first, ...others].map(started => ({ started, url: started.url, token, feedKey }))
}

async function stop({ started }: Process) {
  if (started.process.exitCode !== null || started.process.signalCode !== null) return
  started.process.kill('SIGTERM')
  await once(started.process, 'exit')
}

/** Opens as many streams as requested. If the machine allows fewer, reports why. */
async function openStreams(processes: readonly Process[], onStrike: (instant: string, atMs: number) => void) {
  const closers: (() => void)[] = []
  while (closers.length < wantedStreams) {
    const more = Array.from({ length: streamsAtOnce }, (_, index) =>
      openStream(processes[index % processes.length] as Process, onStrike),
    )
    const settled = await Promise.allSettled(more)
    closers.push(...settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : [])))
    const refused = settled.find(each => each.status === 'rejected')
    if (!refused) continue
    console.log(
      `    only ${closers.length} of ${wantedStreams} streams: ${(refused.reason as Error).message}`,
    )
    break
  }
  return closers
}

async function takeOverSeconds(processes: readonly Process[]): Promise<number> {
  const are = await Promise.all(processes.map(figures))
  const leader = processes.find((_, index) => are[index]?.isLeader)
  if (!leader) throw new Error('There is no leader')
  const others = processes.filter(each => each !== leader)
  const killedMs = performance.now()
  leader.started.process.kill('SIGKILL')
  await once(leader.started.process, 'exit')
  while (!(await Promise.all(others.map(figures))).some(({ isLeader }) => isLeader)) await sleep(50)
  return (performance.now() - killedMs) / 1000
}

async function measure(count: number, databaseUrl: string) {
  const processes = await startProcesses(count, databaseUrl)
  const sentMs = new Map<string, number>()
  const waits: number[] = []
  const closers = await openStreams(processes, (instant, atMs) => {
    const sent = sentMs.get(instant)
    if (sent !== undefined) waits.push(atMs - sent)
  })
  try {
    await sleep(2000)
    const before = await Promise.all(processes.map(figures))
    const ownBefore = process.cpuUsage()
    const beganMs = performance.now()
    const storm = {
      name: `${count} processes`,
      perBatch: strikesASecond,
      batches: seconds,
      pauseMs: 1000,
    }
    await sendStorm(processes, storm, (instant, atMs) => sentMs.set(instant, atMs))
    const tookSeconds = (performance.now() - beganMs) / 1000
    const own = process.cpuUsage(ownBefore)
    const after = await Promise.all(processes.map(figures))
    const sorted = waits.sort((one, other) => one - other)
    const ms = (share: number) => `${Math.round(quantile(sorted, share))} ms`
    const expected = closers.length * seconds
    console.log(
      `  ${count} process${count === 1 ? '' : 'es'}, ${closers.length} streams, ${strikesASecond} strikes/s:` +
        ` POST to stream median ${ms(0.5)}, p99 ${ms(0.99)}; ${expected - sorted.length} of ${expected} statements not received`,
    )
    const each = after.map(({ cpuSeconds, megabytes }, index) => {
      const share = (cpuSeconds - (before[index]?.cpuSeconds ?? 0)) / tookSeconds
      return `${Math.round(100 * share)} % of a core and ${Math.round(megabytes)} MB`
    })
    const ownShare = Math.round((own.user + own.system) / 10_000 / tookSeconds)
    console.log(`    each process: ${each.join('; ')}`)
    console.log(
      `    this benchmark, which simulates every screen: ${ownShare} % of a core; system load ${loadavg()[0]?.toFixed(1)}`,
    )
    for (const close of closers) close()
    if (count > 1)
      console.log(
        `    after the leader is killed, a new one leads within ${(await takeOverSeconds(processes)).toFixed(1)} s`,
      )
  } finally {
    for (const close of closers) close()
    await Promise.all(processes.map(stop))
  }
}

/** Measures the same screens and storm with one, two and four processes that share one PostgreSQL. */
export async function measureScale(): Promise<void> {
  for (const count of [1, 2, 4]) {
    const outside = await makeOutsidePostgres()
    try {
      await outside.start()
      await measure(count, outside.url)
    } finally {
      await outside.remove()
    }
  }
}
