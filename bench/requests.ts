import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { startServer, type Started } from './servers.ts'

const autocannon = createRequire(import.meta.url).resolve('autocannon')

async function load({ url, token }: Started, seconds: number): Promise<number> {
  const args = [
    autocannon,
    '--json',
    '-c',
    '20',
    '-d',
    String(seconds),
    '-H',
    `authorization=Bearer ${token}`,
    url,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 })
  const result = JSON.parse(stdout) as { requests: { average: number }; non2xx: number; errors: number }
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} rejected requests under load`)
  return result.requests.average
}

const rounds = 3
const roundSeconds = 5

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}

/**
 * Requests per second for a complete call, made by a person and with an API token, and for two bare servers. The rounds
 * alternate, so all run under the same conditions.
 */
export async function measureRequests(): Promise<void> {
  const servers = [
    { name: 'complete API call', file: 'house.ts' },
    { name: 'bare server, same query', file: 'bare-with-query.ts' },
    { name: 'bare server, no query', file: 'bare.ts' },
  ]
  const started = await Promise.all(servers.map(({ file }, index) => startServer(file, 8191 + index)))
  try {
    const byToken = started.slice(0, 1).map(server => ({ ...server, token: server.apiToken ?? '' }))
    const asked = [...started, ...byToken]
    for (const server of asked) await load(server, 2)
    const figures = asked.map(() => [] as number[])
    for (let round = 0; round < rounds; round++) {
      for (const [index, server] of asked.entries()) figures[index]?.push(await load(server, roundSeconds))
    }
    const medians = figures.map(median)
    const [house = 0, query = 1, bare = 1, script = 0] = medians
    const names = [...servers.map(({ name }) => name), 'complete call by API token']
    names.forEach((name, index) =>
      console.log(`  ${name.padEnd(26)} ${Math.round(medians[index] ?? 0)} requests/s`),
    )
    const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`
    console.log(
      `  with contract, access check and one indexed query: ${percent(house, query)} of a bare server with`,
    )
    console.log(
      `  the same query, ${percent(house, bare)} of one without a query (target: at least 50 % of a bare server)`,
    )
    console.log(`  by API token: ${percent(script, house)} of a signed-in person's (target: at least 95 %)`)
  } finally {
    for (const server of started) server.process.kill('SIGTERM')
    await Promise.all(started.map(server => once(server.process, 'exit')))
  }
}
