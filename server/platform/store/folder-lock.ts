import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Root's sockets stand where only root can make a folder: in the common one a stranger might have been first. */
function socketsRoot(): string {
  if (process.getuid?.() !== 0) return tmpdir()
  try {
    accessSync('/run', constants.W_OK)
    return '/run'
  } catch {
    return tmpdir()
  }
}

/** The place for sockets that belong to one data folder: short, as socket paths must be, and closed to others. */
export function socketFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = join(socketsRoot(), `skywarden-${process.getuid?.() ?? ''}-${name}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return folder
}

export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(`Another Skywarden is running on ${dataDir}`)
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * Keeps a second Skywarden off the same data folder. A listening socket is the lock: the kernel takes it back when
 * the process dies in whatever way, so that nothing stale can ever keep the house from starting.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\skywarden-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
      : join(socketFolder(dataDir), 'lock')
  if (await answers(path)) throw new FolderInUse(dataDir)
  if (process.platform !== 'win32') rmSync(path, { force: true })

  const server = createServer(socket => socket.destroy())
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  server.unref()
  return () => void server.close()
}
