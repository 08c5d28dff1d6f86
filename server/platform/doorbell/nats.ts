import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/platform/log'
import type { Wire } from './index.ts'

const subject = 'skywarden.doorbell'
/** Whoever set a wrong address is told soon. */
const tellAfterMs = 5000

/** Over NATS, for many processes: nothing there is kept, and nothing has to be. */
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
    () =>
      log.warn('NATS does not answer. Until it does, processes look for news every second; see NATS_URL.'),
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
      // One that was never reached has nothing to close, and would be waited for until it is.
      const connected = await Promise.race([connecting.catch(() => undefined), Promise.resolve()])
      await connected?.close()
    },
  }
}
