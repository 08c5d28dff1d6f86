import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections and to listeners on port 0. A server that is started
 * again needs its port a second time, and one of those connections or listeners could have taken it in the meantime.
 */
const firstPort = 10_000
const portsEach = 100
const shares = 220

let picked = 0

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Returns a free port from this process's own share, so that no test in another process also picks it. */
export async function freePort(): Promise<number> {
  const share = firstPort + (process.pid % shares) * portsEach
  for (;;) {
    const port = share + (picked++ % portsEach)
    if (await isFree(port)) return port
  }
}
