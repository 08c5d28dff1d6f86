import type { MqttConfig } from '#server/config'

/** Stands for the name under which this server is reached, which it does not know itself. */
const host = '{host}'

/** At the web server, by whatever scheme and port people reach it. */
export const webSocketAddress = 'wss://{host}/mqtt'

/** Where devices connect, besides the WebSocket of the web server: the secure way first. */
export function addressesOf(config: MqttConfig): readonly string[] {
  if (config.url !== undefined) {
    const url = new URL(config.url)
    // Those of the house, which are nobody else's.
    url.username = ''
    url.password = ''
    return [url.href.replace(/\/$/, '')]
  }
  const tls = config.tls ? [`mqtts://${host}:${config.tls.port}`] : []
  return config.port === 0 ? tls : [...tls, `mqtt://${host}:${config.port}`]
}
