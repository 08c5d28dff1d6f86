import { execFile } from 'node:child_process'
import type { Log } from '#server/platform/log'

/** The socket for this process's states, and how long systemd tolerates silence. */
export interface NotifyConfig {
  readonly socket: string
  readonly watchdogMs: number | undefined
}

export interface ServiceManager {
  /** Reports that this process serves requests. From now on, silence means that the event loop hangs. */
  ready(): void
  stopping(): void
}

/** Two pings per period, as systemd recommends, would leave no room for even one slow start of systemd's program. */
const pingsPerWatchdog = 3

/**
 * Sends states to systemd (`Type=notify`), or does nothing if systemd did not start this process. Node has no datagram
 * sockets in the file system, so systemd's own program sends them; the unit needs `NotifyAccess=all` for that.
 */
export function createServiceManager(notify: NotifyConfig | undefined, log: Log): ServiceManager {
  if (notify === undefined) return { ready() {}, stopping() {} }
  const { socket, watchdogMs } = notify
  const send = (state: string) => {
    const env = { NOTIFY_SOCKET: socket, PATH: '/usr/bin:/bin' }
    execFile('systemd-notify', [state], { env }, error => {
      // Without READY=1, systemd ends the start after TimeoutStartSec without giving a reason.
      if (error) log.warn({ state, because: error.message }, 'systemd could not be notified')
    })
  }
  return {
    ready() {
      send('READY=1')
      if (watchdogMs !== undefined)
        setInterval(() => send('WATCHDOG=1'), watchdogMs / pingsPerWatchdog).unref()
    },
    stopping: () => send('STOPPING=1'),
  }
}
