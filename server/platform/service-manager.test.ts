import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config'
import { createLog } from '#server/platform/log'
import { createServiceManager } from '#server/platform/service-manager'

const runs = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Simulates systemd's end of the socket, which Node cannot open either. */
const listener = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True: print(s.recv(4096).decode().strip(), flush=True)`

describe.runIf(runs('systemd-notify') && runs('python3'))('under systemd', () => {
  let folder = ''
  let heard: string[] = []
  let systemd: ReturnType<typeof spawn>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skywarden-notify-'))
    heard = []
    systemd = spawn('python3', ['-c', listener, join(folder, 'socket')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    systemd.stdout?.on('data', (part: Buffer) => heard.push(...String(part).trim().split('\n')))
    await vi.waitFor(() => expect(heard).toContain('listening'), 30_000)
  })
  afterEach(() => {
    systemd.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  it('reports that it is ready, that it is alive, and that it stops', async () => {
    const { notify } = readConfig({ NOTIFY_SOCKET: join(folder, 'socket'), WATCHDOG_USEC: '300000' })
    const manager = createServiceManager(notify, createLog('error'))
    manager.ready()
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(['READY=1', 'WATCHDOG=1'])), 30_000)
    manager.stopping()
    await vi.waitFor(() => expect(heard).toContain('STOPPING=1'), 30_000)
  })
})

it('needs no service manager', () => {
  expect(readConfig({}).notify).toBeUndefined()
})
