import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateInstrument } from '#contract/devices/instruments'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { beginRehearsal } from '#server/platform/rehearsal/index'
import { freePort } from '#server/platform/free-port.testing'
import { addOne, roof, until } from './instruments.testing.ts'

let house: TestHouse
let admin: TestPerson
let unit: Server
let unitAddress = ''

beforeAll(async () => {
  unit = createServer((request, response) => {
    if (request.url !== '/v1/current_conditions') return response.writeHead(404).end()
    const conditions = [{ data_structure_type: 1, rx_state: 0, temp: 71.2, hum: 48 }]
    return response.end(JSON.stringify({ data: { ts: Math.floor(Date.now() / 1000), conditions } }))
  })
  await new Promise<void>(resolve => unit.listen(0, '127.0.0.1', resolve))
  unitAddress = `http://127.0.0.1:${(unit.address() as AddressInfo).port}`
  house = await testHouse({ listen: true, environment: { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' } })
  admin = await house.person({ role: 'Admin', customerId: await house.customer() })
})
afterAll(async () => {
  await house.close()
  unit.closeAllConnections()
  unit.close()
})

describe('a unit that the server polls', () => {
  it('shows what was received, and a wrong address until it is corrected', async () => {
    const { id, name } = await addOne(house, admin, { make: 'weatherlink', address: `${unitAddress}/wrong` })
    const wrong = await until(house, admin, id, ({ refused }) => refused !== null)
    expect(wrong.refused?.because).toMatch(/no such page/)
    const body = { ...roof, name, address: unitAddress, version: wrong.version }
    await house.reply(updateInstrument, { params: { id: String(id) }, body }, admin)
    const right = await until(house, admin, id, each => each.heardAt !== null && each.refused === null)
    expect(right.received?.values).toContainEqual(
      expect.objectContaining({ measure: 'temperatureF', sent: 71.2, doubt: null }),
    )
  })
})

it('an instrument that publishes by MQTT shows that the operator uses another broker', async () => {
  const other = await testHouse({ environment: { MQTT_URL: `mqtt://127.0.0.1:${await freePort()}` } })
  const person = await other.person({ role: 'Admin', customerId: await other.customer() })
  const { id } = await addOne(other, person, { make: 'weewx' })
  const shut = await until(other, person, id, ({ refused }) => refused !== null)
  expect(shut.refused?.because).toContain('MQTT_URL')
  await other.close()
})

describe('a rehearsal', () => {
  it('connects to nothing and polls nothing', async () => {
    let connections = 0
    const detector = createTcp(socket => {
      connections++
      socket.destroy()
    })
    await new Promise<void>(resolve => detector.listen(0, '127.0.0.1', resolve))
    const { port } = detector.address() as AddressInfo
    const rehearsed = await testHouse({ environment: { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' } })
    const person = await rehearsed.person({ role: 'Admin', customerId: await rehearsed.customer() })
    await rehearsed.house.store.db.transaction().execute(tx => beginRehearsal(tx, 'a test', new Date()))
    await rehearsed.restart()
    const address = `127.0.0.1:${port}`
    await addOne(rehearsed, person, { make: 'boltek', address })
    await addOne(rehearsed, person, { make: 'weatherlink', address })
    await new Promise(resolve => setTimeout(resolve, 3000))
    expect(connections).toBe(0)
    await rehearsed.close()
    detector.close()
  })
})

describe('a Tempest hub', () => {
  it('is received by its broadcasts, or the instrument shows what the operator must set', async () => {
    const tempest = { make: 'tempest', serial: 'ST-00000512' } as const
    const { id } = await addOne(house, admin, tempest)
    const shut = await until(house, admin, id, ({ refused }) => refused !== null)
    expect(shut.refused?.because).toContain('TEMPEST_UDP_PORT')
    const udp = await freePort()
    await house.restart({ TEMPEST_UDP_PORT: String(udp) })
    admin = await house.again(admin)
    await until(house, admin, id, ({ refused }) => refused === null)
    const socket = createSocket('udp4')
    const evt = [Math.floor(Date.now() / 1000), 10, 3848]
    socket.send(JSON.stringify({ serial_number: 'ST-00000512', type: 'evt_strike', evt }), udp, '127.0.0.1')
    const heard = await until(house, admin, id, ({ lightning }) => lightning !== null)
    socket.close()
    expect(heard.lightning?.miles).toBeCloseTo(6.2, 1)
  })
})

describe('a detector that the server connects to', () => {
  it('raises delays with its strikes, and a broken connection is shown until it is open again', async () => {
    const sockets: Socket[] = []
    const detector = createTcp(socket => {
      sockets.push(socket)
      socket.write('$WIMLI,12,12,120.5*E6\r\n')
    })
    await new Promise<void>(resolve => detector.listen(0, '127.0.0.1', resolve))
    const { port } = detector.address() as AddressInfo
    const { id } = await addOne(house, admin, { make: 'boltek', address: `127.0.0.1:${port}` })
    const heard = await until(house, admin, id, ({ lightning }) => (lightning?.lastStrike ?? null) !== null)
    expect(heard).toMatchObject({ lightning: { miles: 12 }, refused: null })
    sockets.forEach(socket => socket.destroy())
    await until(house, admin, id, ({ refused }) => /closed/.test(refused?.because ?? ''))
    await until(house, admin, id, ({ refused }) => refused === null)
    sockets.forEach(socket => socket.destroy())
    detector.close()
  })
})
