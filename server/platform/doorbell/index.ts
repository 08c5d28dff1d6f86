import { randomUUID } from 'node:crypto'
import type { Log } from '#server/platform/log'

/** The topics that can be signaled. */
type Bell = 'strikes' | 'changes' | 'products' | 'leases' | 'commands'

/**
 * Signals this process and all others that there is something to read. A signal may be lost: every subscriber also
 * polls every second or two.
 */
export interface Doorbell {
  /** Signals every process. Call it after the commit: before it, there is nothing to read. */
  ring(bell: Bell): void
  /** Signals other processes only, for topics that this process has already read itself. */
  ringOthers(bell: Bell): void
  subscribe(bell: Bell, listener: () => void): void
  stop(): Promise<void>
}

/** A connection that sends messages to every process, including the sender. */
export interface Wire {
  send(text: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Creates the doorbell. `connect` receives the handler for incoming messages; without `connect` there is no other
 * process.
 */
export function createDoorbell(log: Log, connect?: (onText: (text: string) => void) => Wire): Doorbell {
  const origin = randomUUID()
  const listeners = new Map<string, (() => void)[]>()
  const onRing = (bell: string) => listeners.get(bell)?.forEach(listener => listener())
  const wire = connect?.(text => {
    const [from, bell = ''] = text.split(' ')
    if (from !== origin) onRing(bell)
  })
  const sending = new Map<Bell, 'once' | 'again'>()

  /** Signals that arrive while the connection is busy are merged into one. */
  async function send(to: Wire, bell: Bell) {
    if (sending.has(bell)) return void sending.set(bell, 'again')
    do {
      sending.set(bell, 'once')
      await to.send(`${origin} ${bell}`).catch((error: unknown) =>
        // The other processes poll a second later.
        log.debug({ because: (error as Error).message, bell }, 'other processes could not be signaled'),
      )
    } while (sending.get(bell) === 'again')
    sending.delete(bell)
  }

  const ringOthers = (bell: Bell) => void (wire && send(wire, bell))
  return {
    ring(bell) {
      onRing(bell)
      ringOthers(bell)
    },
    ringOthers,
    subscribe: (bell, listener) => void listeners.set(bell, [...(listeners.get(bell) ?? []), listener]),
    async stop() {
      await wire?.stop()
    },
  }
}
