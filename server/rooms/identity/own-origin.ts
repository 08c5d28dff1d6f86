import type { FastifyRequest } from 'fastify'
import { notAllowed } from '#server/platform/http/problems'

/**
 * Our forms and renewals are sent from our pages. Browsers send the origin; a client that fakes it has no one else's
 * cookies.
 */
export function assertOwnOrigin({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin !== undefined && origin !== baseUrl) throw notAllowed('This was not sent from Skywarden.')
}
