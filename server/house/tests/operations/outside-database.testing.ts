import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { makeOutsidePostgres } from '#server/platform/store/testing-outside'
import { startProcess } from '#server/house/process.testing'
import { clientId } from '#server/rooms/identity/provider'

const addresses = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 2}`)

/** Returns the status of a response, or undefined if there was none. */
function statusOf(url: string, localAddress: string): Promise<number | undefined> {
  return new Promise(resolve => {
    const request = get(url, { localAddress, timeout: 20_000 }, reply => {
      reply.resume().once('close', () => resolve(reply.statusCode))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(undefined))
  })
}

/** Starts sign-ins, which the database stores, one after another from one address, as fast as the rate limit allows. */
async function askUntil(done: AbortSignal, url: string, address: string, onSuccess: () => void) {
  while (!done.aborted) {
    const status = await statusOf(url, address)
    if (status !== undefined && status < 400) onSuccess()
    await sleep(200)
  }
}

/**
 * Returns the time up to which all lightning has arrived and is stored. It advances only while strikes are being
 * processed.
 */
async function coveredUntil(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ to_at: Date }>('select max(to_at) as to_at from coverage_spans')
  await client.end()
  return rows[0]?.to_at.getTime() ?? 0
}

function signInAddress(baseUrl: string): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${baseUrl}/callback`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  return `${baseUrl}/identity/auth?${query.toString()}`
}

/**
 * Runs the real server on a real external PostgreSQL, with simulated strikes every second and constant requests, and
 * restarts the database this many times. The same process survives all restarts and is ready again after each.
 */
export async function restartDatabase(times: number): Promise<{ succeeded: number; logBytes: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-restarts-'))
  const outside = await makeOutsidePostgres()
  await outside.start()
  const server = await startProcess({
    entry: 'e2e/servers/lightning-entry.ts',
    environment: { DATABASE_URL: outside.url, DATA_DIR: dataDir },
  })
  const done = new AbortController()
  let succeeded = 0
  const wait = { timeout: 240_000, interval: 100 } // the first time, an hour of lightning is backfilled

  /** Waits until the server is ready, requests succeed again, and lightning coverage continues without a gap. */
  async function untilWell() {
    const before = succeeded
    const restartedMs = Date.now()
    await vi.waitFor(async () => {
      expect(server.child.exitCode, server.errors()).toBe(null)
      expect(await server.ready()).toEqual({ ready: true, failing: [] })
      expect(succeeded).toBeGreaterThan(before + addresses.length)
      expect(await coveredUntil(outside.url)).toBeGreaterThan(restartedMs)
    }, wait)
  }

  try {
    const asking = addresses.map(each =>
      askUntil(done.signal, signInAddress(server.baseUrl), each, () => succeeded++),
    )
    await untilWell()
    for (let time = 0; time < times; time++) {
      await outside.stop(time % 2 === 0 ? 'fast' : 'immediate')
      await vi.waitFor(async () => expect((await server.ready()).failing).toContain('database'), wait)
      await outside.start()
      await untilWell()
    }
    done.abort()
    await Promise.all(asking)
    const logBytes = server.output().length
    expect(await server.stop()).toBe(0)
    return { succeeded, logBytes }
  } finally {
    done.abort()
    server.child.kill('SIGKILL')
    await server.ended
    await outside.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
