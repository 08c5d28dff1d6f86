import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  addCamera,
  getConsumedMinutes,
  listCameraLogs,
  setLiveStreamMinutes,
  type Camera,
  type CameraLogEntry,
} from '#contract/devices/cameras'
import { getStatus } from '#contract/status'
import { sliceSeconds } from '#domain/cameras/allowance'
import { startProcess, type ServerProcess } from '#server/house/process.testing'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import {
  fakeMjpegCamera,
  noFfmpeg,
  videoPrograms,
  watch,
  type FakeCamera,
} from '#server/rooms/cameras/cameras.testing'

let store: TestStore
let house: TestHouse
let server: ServerProcess
let support: TestPerson
let admin: TestPerson
let colleague: TestPerson
let camera: Camera
let fake: FakeCamera
const soon = { timeout: 60_000, interval: 200 }

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // there is no such process
  }
}

beforeAll(async () => {
  store = await freshStore()
  const shared = { BASE_URL: 'http://localhost:8080', SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.1' }
  const environment = { ...shared, FFMPEG_PATH: '/nowhere/ffmpeg' }
  house = await testHouse({ store, listen: true, environment })
  fake = await fakeMjpegCamera()
  const permissions = ['live_camera.access'] as const
  support = await house.person({ role: 'SuperAdmin', customerId: await house.customer(), permissions })
  const customerId = await house.customer()
  admin = await house.person({ role: 'Admin', customerId, permissions })
  colleague = await house.person({ role: 'Admin', customerId, permissions })
  const params = { id: String(customerId) }
  await house.ask(setLiveStreamMinutes, { params, body: { liveStreamMinutes: 60 } }, support)
  const body = { name: 'Yard', kind: 'mjpeg', address: fake.url, credentials: null } as const
  camera = (await house.ask(addCamera, { params, body }, admin)).body.data as Camera
  server = await startProcess({
    environment: {
      ...shared,
      DATABASE_URL: store.url,
      SKYWARDEN_SECRET: testSecret,
      SKYWARDEN_DEMO: 'off',
      SKYWARDEN_FEEDS: 'none',
    },
  })
  await vi.waitFor(async () => expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200), soon)
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await house.close()
  await store.close()
  await fake.close()
})

it.skipIf(noFfmpeg !== null)(
  `ffmpeg dies with a server that is killed, and costs at most one slice ${noFfmpeg ?? ''}`,
  async () => {
    // Watched from a process without ffmpeg: the other one fetches the video.
    const watching = watch(house.house.http.listeningOrigin, camera.id, admin.token)
    await watching.address
    const programs = videoPrograms(server.child.pid)
    expect(programs).toHaveLength(1)
    const beside = watch(server.baseUrl, camera.id, colleague.token)
    await beside.address

    server.child.kill('SIGKILL')
    await server.ended
    const killedMs = Date.now()
    await vi.waitFor(() => expect(programs.filter(isRunning)).toEqual([]), soon)
    expect(Date.now() - killedMs).toBeLessThan(15_000)
    watching.socket.close()
    const input = { params: { id: String(admin.customerId) }, query: {} }
    const logs = (await house.ask(listCameraLogs, input, admin)).body.data as CameraLogEntry[]
    expect(logs.find(({ duration }) => duration > 2 * sliceSeconds)).toBeUndefined()
  },
)

it('without ffmpeg the socket, the page, the status page and readiness report it, and nothing else is affected', async () => {
  const because = 'Live cameras need ffmpeg, which is not installed on this server.'
  const next = watch(house.house.http.listeningOrigin, camera.id, admin.token)
  expect((await next.closed).reason).toBe(because)
  const params = { id: String(admin.customerId) }
  const usage = await house.ask(getConsumedMinutes, { params, query: {} }, admin)
  expect(usage.body.data).toMatchObject({ unavailable: because })
  const status = await house.ask(getStatus, {}, support)
  expect(JSON.stringify(status.body.data)).toContain(because)
  expect((await house.raw({ url: '/healthz' })).status).toBe(200)
})
