import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { CannotStart } from '#server/platform/cannot-start'
import { inDataFolder, shortName, socketFolder } from './data-folder.ts'

export class FolderInUse extends CannotStart {
  constructor(dataDir: string) {
    super(`Another Skywarden is already using ${dataDir}. Stop it, or set DATA_DIR to another folder.`)
  }
}

/**
 * Returns whether a process is still listening. If not, the process is gone, or the socket was copied with the folder.
 */
function holderOf(path: string): Promise<'alive' | 'dead' | 'none'> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve('alive')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' || error.code === 'EPERM') reject(error)
      else resolve(error.code === 'ENOENT' ? 'none' : 'dead')
    })
  })
}

function listen(path: string): Promise<() => void> {
  const server = createServer(socket => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(path, () => {
      server.unref()
      resolve(() => void server.close())
    })
  })
}

const holdsNoSockets = ['EOPNOTSUPP', 'ENOTSUP', 'EINVAL']

async function lockAt(path: string, dataDir: string): Promise<() => void> {
  const holder = await holderOf(path)
  if (holder === 'alive') throw new FolderInUse(dataDir)
  if (holder === 'dead') rmSync(path, { force: true }) // only if it is dead: another process may have arrived since
  return listen(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new FolderInUse(dataDir) : error
  })
}

/**
 * Keeps a second Skywarden off the same data folder, whichever user runs it. A listening socket in the folder is the
 * lock: the kernel releases it however the process dies, and a stale lock can never prevent a start.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\skywarden-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)}`
      : `${shortName(socketFolder(dataDir))}/lock`
  try {
    return await lockAt(path, dataDir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined && holdsNoSockets.includes(code)) {
      throw new CannotStart(
        `DATA_DIR (${dataDir}) is on a file system that does not support sockets. Set DATA_DIR to a folder on a local disk.`,
      )
    }
    return inDataFolder(dataDir, () => {
      throw error
    })
  }
}
