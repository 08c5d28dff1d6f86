import type { MqttConfig } from '#server/config'

/** Placeholder for this server's public host name, which the gateway does not know. */
const host = '{host}'

/** The address on the web server, with the scheme and port that people use to reach it. */
export const webSocketAddress = 'wss://{host}/mqtt'

/** Returns where devices connect in addition to the web server's WebSocket: TLS first. */
export function addressesOf(config: MqttConfig): readonly string[] {
  if (config.url !== undefined) {
    const url = new URL(config.url)
    // Without the server's own user name and password.
    url.username = ''
    url.password = ''
    return [url.href.replace(/\/$/, '')]
  }
  const tls = config.tls ? [`mqtts://${host}:${config.tls.port}`] : []
  return config.port === 0 ? tls : [...tls, `mqtt://${host}:${config.port}`]
}
