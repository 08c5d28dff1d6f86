import { setTimeout as wait } from 'node:timers/promises'
import { secondMs, type Clock } from '#server/platform/clock'
import { inThread } from '#server/platform/thread'
import type { SimulatedPictures } from '#server/rooms/cameras/index'

const module = new URL('./draw-camera-pictures.ts', import.meta.url).href
/** Each image is sent several times, like the video of a still scene. */
const perSecond = 4

/** Returns what cameras see in the simulated world, rendered in a separate thread while someone watches. */
export function simulatedPictures(
  seed: number,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): SimulatedPictures {
  return async function* pictures({ name, latitude, longitude }, signal) {
    const fromMs = clock.now().getTime()
    const beganMs = clock.monotonicMs()
    const drawn = inThread<Uint8Array>(module, 'drawCameraPictures', [
      seed,
      { latitude, longitude },
      name,
      fromMs,
    ])
    let reported = 0
    for await (const picture of drawn) {
      for (let time = 0; time < perSecond; time++, reported++) {
        const dueMs = (reported * secondMs) / perSecond - (clock.monotonicMs() - beganMs)
        if (dueMs > 0) await wait(dueMs, undefined, { signal })
        yield picture
      }
    }
  }
}
