import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const port = '8195'

/** Returns the time from `npm start` to the first response of /readyz, in seconds. */
async function timeToReady(dataDir: string): Promise<number> {
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  })
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      reply => reply.ok,
      () => false,
    )
    if (ready) break
    await sleep(20)
  }
  const seconds = (performance.now() - begun) / 1000
  process.kill(-(child.pid as number), 'SIGINT')
  await once(child, 'exit')
  await sleep(1500)
  return seconds
}

export async function measureStart(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-bench-'))
  try {
    const first = await timeToReady(dataDir)
    const later = [await timeToReady(dataDir), await timeToReady(dataDir), await timeToReady(dataDir)]
    console.log(`  with an empty data folder   ${first.toFixed(2)} s`)
    console.log(
      `  second start, median of 3   ${[...later].sort((a, b) => a - b)[1]?.toFixed(2)} s (target: under 3 s)`,
    )
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
