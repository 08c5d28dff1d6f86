import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/platform/log'
import type { Wire } from './index.ts'

const subject = 'skywarden.doorbell'
/** Short, so a wrong address is reported soon. */
const tellAfterMs = 5000

/** Uses NATS, for many processes. NATS stores nothing, and does not need to. */
export function natsWire(
  { natsUrl, log }: { readonly natsUrl: string; readonly log: Log },
  onText: (text: string) => void,
): Wire {
  const connecting: Promise<NatsConnection> = connect({
    servers: natsUrl,
    name: 'skywarden',
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
  })
  const unreached = setTimeout(
    () => log.warn('NATS is not responding. Until it does, processes poll every second; see NATS_URL.'),
    tellAfterMs,
  ).unref()
  connecting
    .then(connection => {
      connection.subscribe(subject, {
        callback: (error, message) => void (error ?? onText(message.string())),
      })
    })
    .catch((error: unknown) => log.error({ err: error }, 'NATS cannot be used as the doorbell'))
    .finally(() => clearTimeout(unreached))

  return {
    async send(text) {
      const connection = await connecting
      connection.publish(subject, text)
    },
    async stop() {
      // A connection that was never opened has nothing to close, and closing it would wait until it is opened.
      const connected = await Promise.race([connecting.catch(() => undefined), Promise.resolve()])
      await connected?.close()
    },
  }
}
