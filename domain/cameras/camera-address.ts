export const cameraKinds = ['rtsp', 'mjpeg', 'hls', 'simulated'] as const
export type CameraKind = (typeof cameraKinds)[number]

const protocols: Readonly<Record<Exclude<CameraKind, 'simulated'>, { allowed: RegExp; looks: string }>> = {
  rtsp: { allowed: /^rtsp$/, looks: 'rtsp://192.168.1.20/stream1' },
  mjpeg: { allowed: /^https?$/, looks: 'http://192.168.1.20/video.mjpg' },
  hls: { allowed: /^https?$/, looks: 'https://camera.example.org/live/index.m3u8' },
}

const point = /^(-?\d{1,2}(?:\.\d{1,6})?), ?(-?\d{1,3}(?:\.\d{1,6})?)$/

/** Position of a simulated camera: '35.2059, -97.4457'. */
export function readCameraPoint(text: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] = point.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  const read = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(read.latitude) <= 90 && Math.abs(read.longitude) <= 180 ? read : null
}

interface Door {
  readonly protocol: string
  readonly credentials: string | undefined
  readonly host: string
  readonly port: number
}

const usualPorts: Readonly<Record<string, number>> = { rtsp: 554, http: 80, https: 443 }
/**
 * Rejects anything that two programs could parse differently: allows only a plain host name or IP address, and nothing
 * unusual before the path.
 */
const address = /^([a-z]+):\/\/(?:([^/?#@\s\\]*)@)?([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:[/?#]\S*)?$/i

function doorOf(text: string): Door | null {
  const [, protocol = '', credentials, host = '', port] = address.exec(text) ?? []
  const name = protocol.toLowerCase()
  const number = port === undefined ? usualPorts[name] : Number(port)
  if (number === undefined || number < 1 || number > 65_535) return null
  return { protocol: name, credentials, host: host.toLowerCase(), port: number }
}

/** What is wrong with a camera's address, or null. Passwords have a separate field, where they are encrypted. */
export function cameraAddressFault(kind: CameraKind, text: string): string | null {
  if (kind === 'simulated')
    return readCameraPoint(text) ? null : 'must be a latitude and a longitude, such as 35.2059, -97.4457'
  const { allowed, looks } = protocols[kind]
  const door = doorOf(text)
  if (!door || !allowed.test(door.protocol)) return `must look like ${looks}`
  if (door.credentials !== undefined) return 'must not contain a user name or a password; enter those below'
  return null
}

/** Whether a password entered for one address may be sent to the other: only to the same host, port and protocol. */
export function isSameDoor(one: string, other: string): boolean {
  const [a, b] = [doorOf(one), doorOf(other)]
  return a !== null && b !== null && a.protocol === b.protocol && a.host === b.host && a.port === b.port
}
