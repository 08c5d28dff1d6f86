import { fieldsOf, textOf } from '#server/feeds/nws/json'

/** The information about a datagram's sender, read before the rest of the datagram. */
export interface Datagram {
  readonly kind: string
  readonly serial: string | null
  readonly hubSerial: string | null
}

const numberOf = (value: unknown) => textOf(value)?.trim().toUpperCase().slice(0, 60) || null

/**
 * Returns null for anything but a sensor's message, such as a hub's own heartbeat, which continues when the sensor is
 * gone and must not make the sensor look alive.
 */
export function datagramOf(text: string): Datagram | null {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch {
    // Anything may arrive at an open port.
    return null
  }
  const fields = fieldsOf(whole)
  const kind = textOf(fields['type'])
  if (kind === null || kind === 'hub_status') return null
  return { kind, serial: numberOf(fields['serial_number']), hubSerial: numberOf(fields['hub_sn']) }
}
