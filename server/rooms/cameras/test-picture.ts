import { secondMs } from '#server/platform/clock'
import { serverRefusal, unavailable } from '#server/platform/http/problems'
import { pictureArguments, startProgram, type FfmpegState } from './ffmpeg.ts'
import { feed, openVideo, type CameraSource, type VideoDeps } from './video/open-video.ts'
import { notAnswering, troubleOf } from './video/trouble.ts'

const longestMs = 20 * secondMs
const mostBytes = 2 * 1024 * 1024
const mostAtOnce = 2

/** Takes one picture from a camera for the person setting it up. Only a few run at the same time, and none for long. */
export function createTestPictures(deps: VideoDeps & { readonly ffmpeg: () => FfmpegState }) {
  let underWay = 0

  async function take(program: string, camera: CameraSource, signal: AbortSignal): Promise<Buffer> {
    const part = new AbortController()
    const both = AbortSignal.any([signal, part.signal])
    const video = await openVideo(deps, camera, both)
    const child = startProgram(program, pictureArguments(video.input), '')
    const stop = () => child.stop()
    both.addEventListener('abort', stop)
    let fault: unknown
    if (video.pieces)
      feed(video.pieces, child.input, both).catch((error: unknown) => {
        fault = error
        child.stop()
      })
    try {
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of child.output as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > mostBytes) break
      }
      if (bytes === 0 || bytes > mostBytes) throw fault ?? video.trouble() ?? new Error(notAnswering)
      return Buffer.concat(chunks)
    } finally {
      part.abort()
      child.stop()
      video.close()
      await child.ended
    }
  }

  return async (camera: CameraSource): Promise<string> => {
    const ffmpeg = deps.ffmpeg()
    if (ffmpeg.kind === 'missing') throw unavailable(ffmpeg.because)
    if (underWay >= mostAtOnce) throw unavailable('Others are testing cameras. Please try again in a moment.')
    underWay++
    try {
      const picture = await take(ffmpeg.program, camera, AbortSignal.timeout(longestMs))
      return `data:image/jpeg;base64,${picture.toString('base64')}`
    } catch (error) {
      throw serverRefusal(troubleOf(error))
    } finally {
      underWay--
    }
  }
}
