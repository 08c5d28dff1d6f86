import { createServer } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testHouse } from '#server/house/testing'
import { freshStore } from '#server/platform/store/testing'
import { addOne, until } from './instruments.testing.ts'

async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('only one of two processes polls and connects, and the other takes over when it is gone', async () => {
  let asked = 0
  const open = new Set<Socket>()
  const unit = createServer((_request, response) => {
    asked++
    const conditions = [{ data_structure_type: 1, rx_state: 0, temp: 70 + asked / 10, hum: 48 }]
    response.end(JSON.stringify({ data: { ts: Math.floor(Date.now() / 1000), conditions } }))
  })
  const detector = createTcp(socket => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  const [unitAddress, detectorAddress] = [await listening(unit), await listening(detector)]
  const store = await freshStore()
  const environment = { SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8' }
  const first = await testHouse({ store, environment })
  const second = await testHouse({ store, environment })
  const admin = await first.person({ role: 'Admin', customerId: await first.customer() })
  // The instruments are added in the process that does not run the feeds.
  const { id } = await addOne(second, admin, { make: 'weatherlink', address: unitAddress })
  await addOne(second, admin, { make: 'boltek', address: detectorAddress })
  await until(second, admin, id, ({ heardAt }) => heardAt !== null)
  await expect.poll(() => open.size).toBe(1)
  await sleep(3000)
  expect([asked, open.size]).toEqual([1, 1])
  await first.close()
  await expect.poll(() => asked, { timeout: 25_000 }).toBe(2)
  await expect.poll(() => open.size, { timeout: 25_000 }).toBe(1)
  await second.close()
  for (const socket of open) socket.destroy()
  for (const server of [unit, detector]) server.close()
  await store.close()
}, 90_000)
