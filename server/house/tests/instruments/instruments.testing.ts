import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked } from '#contract/call'
import { addInstrument, getInstrument, type Instrument } from '#contract/devices/instruments'
import type { TestHouse, TestPerson } from '#server/house/testing'

/** A roof in Norman, Oklahoma. */
export const roof = { latitude: 35.2, longitude: -97.44, elevationFeet: 1170 }

export function addOne(
  house: TestHouse,
  admin: TestPerson,
  more: Partial<Asked<typeof addInstrument>['body']> = {},
): Promise<Instrument & { key: string }> {
  return house.reply(addInstrument, { body: { make: 'ecowitt', name: 'Roof', ...roof, ...more } }, admin)
}

/** Waits until an instrument is in the wanted state. */
export async function until(
  house: TestHouse,
  admin: TestPerson,
  id: number,
  isDone: (instrument: Instrument) => boolean,
): Promise<Instrument> {
  for (let tries = 0; ; tries++) {
    const found = await house.reply(getInstrument, { params: { id: String(id) } }, admin)
    if (isDone(found)) return found
    if (tries > 150) throw new Error(`It never came: ${JSON.stringify(found)}`)
    await sleep(100)
  }
}

/** Sends bytes as they are, and returns everything that is answered until the server closes. */
export function sendRaw(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', part => (answer += part.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** Formats a time as stations do. */
export const stationTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
