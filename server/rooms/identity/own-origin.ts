import type { FastifyRequest } from 'fastify'
import { notAllowed } from '#server/platform/http/problems'

/**
 * Throws if a request does not come from our own pages. Browsers send the origin; a client that fakes it has no one
 * else's cookies.
 */
export function assertOwnOrigin({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin !== undefined && origin !== baseUrl) throw notAllowed('This was not sent from Skywarden.')
}
