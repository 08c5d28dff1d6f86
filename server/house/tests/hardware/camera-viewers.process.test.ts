import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addCamera,
  deleteCamera,
  getConsumedMinutes,
  listCameraLogs,
  listCameras,
  setLiveStreamMinutes,
  takeTestPicture,
  updateCamera,
  type Camera,
  type CameraLogEntry,
  type CameraUsageReply,
} from '#contract/devices/cameras'
import { deleteUser } from '#contract/people/people'
import { sliceSeconds } from '#domain/cameras/allowance'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import {
  fakeMjpegCamera,
  noFfmpeg,
  videoPrograms,
  watch,
  type FakeCamera,
} from '#server/rooms/cameras/cameras.testing'

/** Two processes on one database, behind one address, as with a load balancer. */
let store: TestStore
let one: TestHouse
let two: TestHouse
let support: TestPerson
let admin: TestPerson
let fake: FakeCamera
const soon = { timeout: 45_000, interval: 200 }
const permissions = ['live_camera.access'] as const
const doorOf = (house: TestHouse) =>
  `http://127.0.0.1:${(house.house.http.server.address() as AddressInfo).port}`

/** Everything the servers have logged. */
let logged = ''
const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) })

const open = () =>
  testHouse({
    store,
    listen: true,
    log,
    environment: {
      BASE_URL: 'http://localhost:8080',
      SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.1',
      FFMPEG_PATH: 'ffmpeg',
    },
  })

async function customerWith(minutes: number): Promise<TestPerson> {
  const customerId = await one.customer()
  const body = { liveStreamMinutes: minutes }
  await one.ask(setLiveStreamMinutes, { params: { id: String(customerId) }, body }, support)
  return one.person({ role: 'Admin', customerId, permissions })
}

async function cameraOf(owner: TestPerson, name: string, address = fake.url): Promise<Camera> {
  const body = { name, kind: 'mjpeg', address, credentials: null } as const
  const answer = await one.ask(addCamera, { params: { id: String(owner.customerId) }, body }, owner)
  expect(answer.status).toBe(200)
  return answer.body.data as Camera
}

async function usageOf(owner: TestPerson): Promise<CameraUsageReply> {
  const input = { params: { id: String(owner.customerId) }, query: {} }
  return (await one.ask(getConsumedMinutes, input, owner)).body.data as CameraUsageReply
}

async function logsOf(owner: TestPerson): Promise<CameraLogEntry[]> {
  const input = { params: { id: String(owner.customerId) }, query: {} }
  return (await one.ask(listCameraLogs, input, owner)).body.data as CameraLogEntry[]
}

beforeAll(async () => {
  store = await freshStore()
  one = await open()
  two = await open()
  fake = await fakeMjpegCamera()
  support = await one.person({ role: 'SuperAdmin', customerId: await one.customer(), permissions })
  admin = await customerWith(60)
})
afterAll(async () => {
  await two.close()
  await one.close()
  await store.close()
  await fake.close()
})

describe('cameras', () => {
  it('are stored with a sealed password that is never returned', async () => {
    const of = { params: { id: String(admin.customerId) } }
    const fields = { name: 'Gate', kind: 'rtsp', address: 'rtsp://cam.example.org/1' } as const
    const credentials = { userName: 'viewer', password: 'a secret of the gate' }
    const added = await one.ask(addCamera, { ...of, body: { ...fields, credentials } }, admin)
    expect(added.body.data).toMatchObject({ ...fields, userName: 'viewer', hasPassword: true })
    const { id } = added.body.data as Camera
    const answers = [added, await one.ask(listCameras, of, admin)]
    expect(JSON.stringify(answers)).not.toContain(credentials.password)
    const same = await one.ask(
      addCamera,
      { ...of, body: { ...fields, name: 'GATE', credentials: null } },
      admin,
    )
    expect(same.body.responseException?.errors).toEqual({ Name: ['is the name of another camera'] })

    const elsewhere = { ...fields, address: 'rtsp://thief.example.org/1' }
    const stolen = await one.ask(updateCamera, { params: { id: String(id) }, body: elsewhere }, admin)
    expect(stolen.body.responseException?.errors).toHaveProperty('Credentials')
    const tested = { kind: 'rtsp', address: elsewhere.address, credentials: null, cameraId: id } as const
    expect((await one.ask(takeTestPicture, { ...of, body: tested }, admin)).status).toBe(400)
    const moved = { ...fields, address: 'rtsp://cam.example.org/2', version: 1 }
    expect((await one.ask(updateCamera, { params: { id: String(id) }, body: moved }, admin)).status).toBe(200)
    const late = await one.ask(updateCamera, { params: { id: String(id) }, body: moved }, admin)
    expect(late.status).toBe(409)
    expect((await one.ask(deleteCamera, { params: { id: String(id) } }, admin)).status).toBe(200)
  })

  it('are limited to 50 per customer, even if two are added at once', async () => {
    const owner = await customerWith(1)
    const of = { params: { id: String(owner.customerId) } }
    const add = (house: TestHouse, number: number) =>
      house.ask(
        addCamera,
        { ...of, body: { name: `Camera ${number}`, kind: 'mjpeg', address: fake.url, credentials: null } },
        owner,
      )
    for (let number = 1; number < 50; number++) expect((await add(one, number)).status).toBe(200)
    const last = await Promise.all([add(one, 50), add(two, 51)])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('the socket', () => {
  const refusal = async (token: string, cameraId: number, origin?: string) => {
    const { closed } = watch(doorOf(one), cameraId, token, origin)
    return (await closed).reason
  }

  it('rejects a client without a valid token or permission, or from another site', async () => {
    const camera = await cameraOf(admin, 'Closed')
    const guest = await one.person({ role: 'Customer', customerId: admin.customerId, permissions })
    const without = await one.person({ role: 'Admin', customerId: admin.customerId })
    expect(await refusal('none', camera.id)).toContain('401')
    expect(await refusal(guest.token, camera.id)).toContain('403')
    expect(await refusal(without.token, camera.id)).toContain('403')
    expect(await refusal(admin.token, camera.id, 'https://evil.example.org')).toContain('403')
    const stranger = await customerWith(10)
    expect(await refusal(stranger.token, camera.id)).toBe('This camera was not found.')
    expect(await refusal(admin.token, 999_999)).toBe('This camera was not found.')
  })

  it('closes with a reason when the allowance is used up, or when there is none', async () => {
    const poor = await customerWith(0)
    const camera = await cameraOf(poor, 'Poor')
    expect(await refusal(poor.token, camera.id)).toBe(
      'Your organization has used all of its live camera time for this month.',
    )
    expect(await usageOf(poor)).toMatchObject({ isExhausted: true, consumedSeconds: 0 })
    expect(await logsOf(poor)).toEqual([])
  })

  it('lets viewers in several processes use exactly the allowance, to the slice', async () => {
    const owner = await customerWith(1)
    const camera = await cameraOf(owner, 'Crowded')
    const people = await Promise.all(
      Array.from({ length: 12 }, () =>
        one.person({ role: 'Admin', customerId: owner.customerId, permissions }),
      ),
    )
    const watching = people.map(({ token }, index) =>
      watch(doorOf(index % 2 === 0 ? one : two), camera.id, token),
    )
    const refused = watching.map(each => each.closed.then(({ reason }) => reason))
    // The allowance of one minute is six slices, so six viewers are admitted and the other six are rejected.
    await vi.waitFor(async () => {
      const ended = await Promise.all(refused.map(each => Promise.race([each, Promise.resolve(null)])))
      expect(ended.filter(reason => reason !== null)).toHaveLength(6)
    }, soon)
    expect((await usageOf(owner)).consumedSeconds).toBe(6 * sliceSeconds)
    for (const { socket } of watching) socket.close()
    // A viewer who saw nothing used none of the allowance.
    await vi.waitFor(async () => expect((await usageOf(owner)).consumedSeconds).toBeLessThan(12), soon)
  })

  it("ends when the viewer's account does, and appears in no log", async () => {
    const owner = await customerWith(60)
    const camera = await cameraOf(owner, 'Ended')
    const guest = await one.person({ role: 'AssistantAdmin', customerId: owner.customerId, permissions })
    const watching = watch(doorOf(two), camera.id, guest.token)
    await vi.waitFor(() => expect(watching.lines.length).toBeGreaterThan(0), soon)
    const gone = await one.ask(deleteUser, { params: { id: guest.id } }, owner)
    expect(gone.status).toBe(200)
    expect((await watching.closed).reason).toBe('Your sign-in has ended. Please sign in again.')
    expect((await logsOf(owner)).map(({ cameraFeedName }) => cameraFeedName)).toEqual(['Ended'])
    expect(logged).not.toContain(guest.token)
    expect(logged).not.toContain(admin.token)
  })

  it('shows one person at most three cameras, and each camera once', async () => {
    const owner = await customerWith(60)
    const cameras = await Promise.all(['A', 'B', 'C', 'D'].map(name => cameraOf(owner, name)))
    const ids = cameras.map(({ id }) => id) as [number, number, number, number]
    const [a, b, c] = [0, 1, 2].map(index =>
      watch(doorOf(index === 1 ? two : one), ids[index] ?? 0, owner.token),
    )
    await vi.waitFor(async () => expect(await logsOf(owner)).toHaveLength(3), soon)
    expect((await watch(doorOf(two), ids[3], owner.token).closed).reason).toContain(
      'already watching 3 cameras',
    )
    const again = watch(doorOf(two), ids[0], owner.token)
    expect((await a?.closed)?.reason).toBe('You opened this camera in another window.')
    for (const each of [again, b, c]) each?.socket.close()
  })
})

describe.skipIf(noFfmpeg !== null)(`video${noFfmpeg === null ? '' : ` (${noFfmpeg})`}`, () => {
  it('of one camera comes from one ffmpeg for viewers in two processes, is served by both, and ends with them', async () => {
    const camera = await cameraOf(admin, 'Yard')
    const colleague = await one.person({ role: 'AssistantAdmin', customerId: admin.customerId, permissions })
    await vi.waitFor(() => expect(videoPrograms()).toEqual([]), soon)
    const asked = fake.asked.length
    const here = watch(doorOf(one), camera.id, admin.token)
    const there = watch(doorOf(two), camera.id, colleague.token)
    const [address, other] = await Promise.all([here.address, there.address])
    expect(videoPrograms()).toHaveLength(1)
    expect(fake.asked.length).toBe(asked + 1)
    expect(here.socket.protocol).toBe(admin.token)
    expect(address).toMatch(/^http:\/\/localhost:8080\/Stream\/hls\/\d+\.[\w-]{43}\/index\.m3u8$/)
    const { pathname } = new URL(address)
    // Requested from the process that does not have the camera's socket.
    const playlist = await fetch(`${doorOf(two)}${pathname}`)
    expect(playlist.headers.get('cache-control')).toBe('no-store')
    const piece = /^\d+\.ts$/m.exec(await playlist.text())?.[0]
    const video = await fetch(`${doorOf(two)}${pathname.replace('index.m3u8', piece ?? '')}`)
    expect(video.headers.get('content-type')).toBe('video/mp2t')
    const bytes = new Uint8Array(await video.arrayBuffer())
    expect([bytes[0], bytes[188], bytes[376]]).toEqual([0x47, 0x47, 0x47])

    const forged = pathname.replace(/(\d+)\./, (_, id) => `${Number(id) + 1}.`)
    expect((await fetch(`${doorOf(one)}${forged}`)).status).toBe(404)

    here.socket.close()
    await vi.waitFor(async () => expect((await fetch(`${doorOf(one)}${pathname}`)).status).toBe(404), soon)
    expect((await fetch(`${doorOf(one)}${new URL(other).pathname}`)).status).toBe(200)
    there.socket.close()
    const goneMs = Date.now()
    await vi.waitFor(() => expect(videoPrograms()).toEqual([]), soon)
    expect(Date.now() - goneMs).toBeLessThan(15_000)

    const logs = (await logsOf(admin)).filter(({ cameraFeedName }) => cameraFeedName === 'Yard')
    expect(logs.map(({ userName }) => userName).toSorted()).toHaveLength(2)
    const { consumedSeconds } = await usageOf(admin)
    expect(consumedSeconds).toBe((await logsOf(admin)).reduce((sum, { duration }) => sum + duration, 0))
  })

  it('ends in the same second as the allowance', async () => {
    const owner = await customerWith(1)
    const camera = await cameraOf(owner, 'Short')
    await store.db
      .withTables<{ camera_usage: { customer_id: number; month: string; used_seconds: number } }>()
      .insertInto('camera_usage')
      .values({
        customer_id: owner.customerId,
        month: `${new Date().toISOString().slice(0, 7)}-01`,
        used_seconds: 55,
      })
      .execute()
    const watching = watch(doorOf(one), camera.id, owner.token)
    await watching.address
    const beganMs = Date.now()
    expect((await watching.closed).reason).toContain('all of its live camera time')
    expect(Date.now() - beganMs).toBeGreaterThan(4000)
    await vi.waitFor(async () => expect((await usageOf(owner)).consumedSeconds).toBe(60), soon)
    expect((await logsOf(owner)).map(({ duration }) => duration)).toEqual([5])
  })

  it('is tested with an image before the camera is saved', async () => {
    const of = { params: { id: String(admin.customerId) } }
    const body = { kind: 'mjpeg', address: fake.url, credentials: null, cameraId: null } as const
    const { body: answer } = await one.ask(takeTestPicture, { ...of, body }, admin)
    expect((answer.data as { picture: string }).picture).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  })
})
