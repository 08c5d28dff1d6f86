import { randomUUID } from 'node:crypto'
import type { Log } from '#server/platform/log'

/** What there may be news of. */
export type Bell = 'strikes' | 'changes' | 'products' | 'leases' | 'commands'

/**
 * Says, in this process and in all others, that there is something to read. It may be lost: whoever listens looks by
 * itself every second or two.
 */
export interface Doorbell {
  /** After the commit: before it, nobody could read. */
  ring(bell: Bell): void
  /** For what this process has read by itself already. */
  ringOthers(bell: Bell): void
  hear(bell: Bell, listener: () => void): void
  stop(): Promise<void>
}

/** What carries a text to every process, the sender's own too. */
export interface Wire {
  send(text: string): Promise<void>
  stop(): Promise<void>
}

/** `connect` is given what to do with a text that comes in. Without it there is no other process. */
export function createDoorbell(log: Log, connect?: (onText: (text: string) => void) => Wire): Doorbell {
  const origin = randomUUID()
  const listeners = new Map<string, (() => void)[]>()
  const onRing = (bell: string) => listeners.get(bell)?.forEach(listener => listener())
  const wire = connect?.(text => {
    const [from, bell = ''] = text.split(' ')
    if (from !== origin) onRing(bell)
  })
  const sending = new Map<Bell, 'once' | 'again'>()

  /** Rung many times while the wire is busy, it is used once more. */
  async function send(to: Wire, bell: Bell) {
    if (sending.has(bell)) return void sending.set(bell, 'again')
    do {
      sending.set(bell, 'once')
      await to.send(`${origin} ${bell}`).catch((error: unknown) =>
        // A second later they look by themselves.
        log.debug({ because: (error as Error).message, bell }, 'other processes could not be told of news'),
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
    hear: (bell, listener) => void listeners.set(bell, [...(listeners.get(bell) ?? []), listener]),
    async stop() {
      await wire?.stop()
    },
  }
}
