import { secondMs } from '#server/platform/clock'
import { UpstreamFailure } from '#server/platform/upstream/index'

/** How long a person waits for the response. */
export const patienceMs = 3 * secondMs

/** Waits for a geocoder for a limited time, including time spent queued. */
export async function patiently<Found>(asked: Promise<Found>): Promise<Found> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UpstreamFailure('The geocoder did not respond in time')), patienceMs)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
