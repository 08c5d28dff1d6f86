import { call } from '#contract/call'
import { idText, instant, line } from '#contract/shapes'
import * as z from 'zod/mini'

const satelliteAcceptance = z.object({
  /** The exact text to accept. */
  words: z.string(),
  /** Who accepted the text and when; null if not accepted. */
  accepted: z.nullable(z.object({ by: z.string(), at: instant, words: z.string() })),
  /** Whether the acceptance applies to every dashboard, siren and widget at this organization location. */
  wholeOrganizationLocation: z.boolean(),
})

export const getSatelliteAcceptance = call({
  name: 'getSatelliteAcceptance',
  summary: 'Get whether satellite data alone may decide All Clear at a location, and who accepted that',
  method: 'GET',
  path: '/api/location/{id}/Satellite',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: satelliteAcceptance,
})

export const acceptSatellite = call({
  name: 'acceptSatellite',
  summary: 'Accept or revoke that satellite data alone decides All Clear at a location',
  method: 'POST',
  path: '/api/location/{id}/Satellite',
  who: { roles: ['SuperAdmin', 'Admin'] },
  whileActingAs: 'refused',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    accept: z.boolean(),
    /** The text that the person read and accepted. Any other text is rejected. */
    words: line(2000),
  }),
  reply: satelliteAcceptance,
})
