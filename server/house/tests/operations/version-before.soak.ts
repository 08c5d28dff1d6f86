import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import { demoPassword } from '#server/house/demo/index'
import { Browser, codeIn, exchange, startSignIn, submitSignIn } from '#server/house/browser.testing'
import { startProcess } from '#server/house/process.testing'
import { emptyStore } from '#server/platform/store/testing'

// During an upgrade the previous version runs alongside this one on the same database. It is built from the git
// history, so this test needs a full clone.

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 }).trim()

/** Returns the last commit of the main line before the newest migration was merged. */
function commitBefore(): string {
  const newest = readdirSync('server/migrations')
    .filter(name => name.endsWith('.sql'))
    .toSorted()
    .at(-1)
  const onMainLine = ['--first-parent', '-m', '--diff-filter=A', '--format=%H', '-1']
  const added = git('log', ...onMainLine, '--', `server/migrations/${newest}`)
  return git('rev-parse', `${added}^`)
}

function unpack(commit: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}

async function feedKeyFrom(baseUrl: string): Promise<string> {
  const attempt = startSignIn(baseUrl)
  const back = await submitSignIn(new Browser(baseUrl), attempt, 'super@skywarden.test', demoPassword)
  const token = (await exchange(baseUrl, attempt, codeIn(back))).access_token ?? ''
  const reply = await fetch(baseUrl + createFeedKey.path, {
    method: createFeedKey.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'The soak', provesAbsence: true }),
  })
  return ((await reply.json()) as { data: { key: string } }).data.key
}

const besideMs = 60_000

test('the previous version accepts strikes and stays ready while this one migrates and runs alongside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-before-'))
  const commit = commitBefore()
  unpack(commit, join(folder, 'before'))
  const store = await emptyStore()
  const environment = (name: string) => ({
    DATABASE_URL: store.url,
    DATA_DIR: join(folder, `data-${name}`),
    SKYWARDEN_FEEDS: 'none',
    SKYWARDEN_SECRET: 'a secret that is used by tests alone',
  })
  const before = await startProcess({ environment: environment('before'), folder: join(folder, 'before') })
  const counts = { sent: 0, refused: [] as string[], slowestMs: 0 }
  let isOver = false
  try {
    await expect.poll(() => before.output(), { timeout: 60_000 }).toContain('Skywarden is ready')
    const key = await feedKeyFrom(before.baseUrl)
    const send = async (baseUrl: string) => {
      const now = new Date().toISOString()
      const startedMs = performance.now()
      const reply = await fetch(baseUrl + ingestStrikes.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          strikes: [{ id: `s${++counts.sent}`, time: now, latitude: 35, longitude: -97 }],
          coverage: [{ from: new Date(Date.now() - 5000).toISOString(), to: now }],
        }),
      })
      counts.slowestMs = Math.max(counts.slowestMs, performance.now() - startedMs)
      if (!reply.ok) counts.refused.push(`${baseUrl} ${reply.status} ${await reply.text()}`)
    }
    const sendTo = async (baseUrl: string) => {
      while (!isOver) {
        await send(baseUrl)
        await sleep(100)
      }
    }
    const sending = [sendTo(before.baseUrl)]
    await sleep(5000)
    const now = await startProcess({ environment: environment('now') })
    try {
      await expect.poll(() => now.output(), { timeout: 60_000 }).toContain('Skywarden is ready')
      sending.push(sendTo(now.baseUrl))
      await sleep(besideMs)
      expect([await before.ready(), await now.ready()]).toEqual([
        { ready: true, failing: [] },
        { ready: true, failing: [] },
      ])
      isOver = true
      await Promise.all(sending)
      expect(before.errors()).not.toMatch(/does not exist|violates|not-null/)
    } finally {
      isOver = true
      await now.stop()
    }
    process.stdout.write(
      `${commit.slice(0, 7)} beside this one: ${counts.sent} strikes, slowest ${Math.round(counts.slowestMs)} ms\n`,
    )
    expect(counts.refused).toEqual([])
    expect(counts.slowestMs).toBeLessThan(5000)
  } finally {
    isOver = true
    await before.stop()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
