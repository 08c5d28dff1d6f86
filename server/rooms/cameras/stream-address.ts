import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/platform/secrets'

/** Signs stream URLs. A URL is valid only while its view is live. */
export function createStreamAddresses(secrets: Pick<Secrets, 'keyFor'>, baseUrl: string) {
  const key = secrets.keyFor('camera streams')
  const signatureOf = (viewId: number) =>
    createHmac('sha256', key).update(`view ${viewId}`).digest('base64url')
  return {
    of: (viewId: number) => `${baseUrl}/Stream/hls/${viewId}.${signatureOf(viewId)}/index.m3u8`,
    /** The view that a URL belongs to; null if we did not sign the URL. */
    read(text: string): number | null {
      const [, id, signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(text) ?? []
      if (id === undefined) return null
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(Number(id)))]
      return timingSafeEqual(given, right) ? Number(id) : null
    },
  }
}
export type StreamAddresses = ReturnType<typeof createStreamAddresses>
