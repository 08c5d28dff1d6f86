import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { readCameraPoint, type CameraKind } from '#domain/cameras/camera-address'
import type { Point } from '#domain/geo/distance'
import type { Outside } from '#server/platform/outside/index'
import type { Credentials } from './authorization.ts'
import { findMediaPlaylist, hlsPieces } from './hls-video.ts'
import { askCamera } from './http-video.ts'
import { openRtspProxy } from './rtsp-proxy.ts'
import { CameraTrouble } from './trouble.ts'

export interface CameraSource {
  readonly name: string
  readonly kind: CameraKind
  readonly address: string
  readonly credentials: Credentials | null
}

/** Returns JPEG pictures of a place in the simulated world, four per second. */
export type SimulatedPictures = (
  at: Point & { readonly name: string },
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>

export interface VideoDeps {
  readonly outside: Outside
  /** Null on a server with real weather. */
  readonly simulated: SimulatedPictures | null
}

/** Input for ffmpeg: its arguments, and the data piped to it. */
export interface Video {
  readonly input: readonly string[]
  readonly pieces: AsyncIterable<Uint8Array> | null
  /** The error, if any, that ffmpeg could not report. */
  trouble(): unknown
  close(): void
}

const fromPipe = ['-protocol_whitelist', 'pipe', '-i', 'pipe:0']
/** Pictures without timestamps are timed by their arrival, so probing only the first one is enough. */
const byArrival = ['-use_wallclock_as_timestamps', '1', '-probesize', '32', '-analyzeduration', '0']
/** Limits how much ffmpeg probes other kinds of streams. */
const lookBriefly = ['-probesize', '2000000', '-analyzeduration', '2000000']
const noTrouble = { trouble: () => undefined, close: () => {} }

/**
 * Opens a camera's video. For HTTP, the server makes the requests and pipes the data to ffmpeg, which may not open any
 * connection. For RTSP, a proxy in the server connects to the camera, and ffmpeg may connect only to the proxy.
 */
export async function openVideo(
  { outside, simulated }: VideoDeps,
  { name, kind, address, credentials }: CameraSource,
  signal: AbortSignal,
): Promise<Video> {
  if (kind === 'simulated') {
    const point = readCameraPoint(address)
    if (!simulated || !point) throw new CameraTrouble('There is no simulated weather on this server.')
    const input = [...byArrival, '-f', 'image2pipe', '-framerate', '4', '-c:v', 'mjpeg', ...fromPipe]
    return { ...noTrouble, input, pieces: simulated({ ...point, name }, signal) }
  }
  const url = new URL(address)
  if (kind === 'rtsp') {
    const proxy = await openRtspProxy({ outside, url, credentials })
    const input = [
      ...lookBriefly,
      '-rtsp_transport',
      'tcp',
      '-protocol_whitelist',
      'rtsp,tcp',
      '-i',
      proxy.url,
    ]
    return { input, pieces: null, trouble: proxy.trouble, close: proxy.close }
  }
  const ask = { outside, url, credentials, signal }
  if (kind === 'mjpeg') {
    const pieces = await askCamera(ask)
    return { ...noTrouble, input: [...byArrival, '-f', 'mpjpeg', ...fromPipe], pieces }
  }
  const found = await findMediaPlaylist(ask)
  const format = found.playlist.map === null ? 'mpegts' : 'mp4'
  return { ...noTrouble, input: [...lookBriefly, '-f', format, ...fromPipe], pieces: hlsPieces(ask, found) }
}

/** Pipes to a program until either side ends, with backpressure. */
export async function feed(pieces: AsyncIterable<Uint8Array>, into: Writable, signal: AbortSignal) {
  for await (const piece of pieces) {
    if (signal.aborted || into.destroyed) return
    if (!into.write(piece))
      await Promise.race([once(into, 'drain', { signal }), once(into, 'close', { signal })])
  }
  into.end()
}
