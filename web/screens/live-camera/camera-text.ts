import type { Camera } from '#contract/devices/cameras'
import { cameraAddressFault, type CameraKind } from '#domain/cameras/camera-address'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import type { Failure } from '#web/parts/fields/use-attempts.ts'

export interface CameraDraft {
  readonly name: string
  readonly kind: CameraKind
  readonly address: string
  readonly userName: string
  /** The password as typed. A saved one is never returned. */
  readonly password: string
}

export const kindNames: Readonly<Record<CameraKind, string>> = {
  rtsp: 'RTSP',
  mjpeg: 'HTTP (MJPEG)',
  hls: 'HTTP (HLS)',
  simulated: 'Simulated',
}

export const addressHints: Readonly<Record<CameraKind, string>> = {
  rtsp: 'rtsp://192.168.1.20/stream1',
  mjpeg: 'http://192.168.1.20/video.mjpg',
  hls: 'https://camera.example.org/live/index.m3u8',
  simulated: '35.2059, -97.4457',
}

const emptyDraft: CameraDraft = { name: '', kind: 'rtsp', address: '', userName: '', password: '' }

export function cameraDraftOf(camera: Camera | null): CameraDraft {
  if (!camera) return emptyDraft
  const { name, kind, address, userName } = camera
  return { name, kind, address, userName: userName ?? '', password: '' }
}

/** Returns the credentials to send: undefined to keep them, null for none. */
export function credentialsOf({ userName, password }: CameraDraft, saved: Camera | null) {
  if (userName.trim() === '') return saved && !saved.hasPassword ? undefined : null
  const isKept = password === '' && saved?.hasPassword && userName.trim() === saved.userName
  return isKept ? undefined : { userName: userName.trim(), password }
}

type Problems = Readonly<Record<string, readonly string[]>>

/** Errors found before calling the server, keyed like the server's errors. */
export function cameraProblems(draft: CameraDraft, saved: Camera | null): Problems {
  const fault = cameraAddressFault(draft.kind, draft.address.trim())
  const needsPassword = credentialsOf(draft, saved)?.password === ''
  return {
    ...(draft.name.trim() === '' && { Name: ['is required'] }),
    ...(fault !== null && { Address: [draft.address.trim() === '' ? 'is required' : fault] }),
    ...(needsPassword && { Credentials: ['is required'] }),
  }
}

export function cameraFailure(error: unknown, header: string): Failure {
  const errors = fieldErrors(error)
  const [reported] = errors['ServerErrors'] ?? []
  if (reported !== undefined) return { header: reported }
  const fields = ['Name', 'Kind', 'Address', 'Credentials']
  const isMarked = fields.some(field => errorOf(errors, field, '') !== undefined)
  return { header, text: isMarked ? 'Check the fields that are marked.' : plainReason(error) }
}
