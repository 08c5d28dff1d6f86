import { call } from '#contract/call'
import { mediaReply } from '#contract/shapes'
import * as z from 'zod/mini'

/** Fetched by field units and by browsers that preview it. */
export const recording = call({
  name: 'recording',
  summary: 'Get a spoken message as an audio file, by its signed address',
  method: 'GET',
  path: '/api/PA/Recording/{id}',
  who: 'anyone',
  machines: true,
  media: 'audio/wav',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a recording’s id')) }),
  query: z.strictObject({
    expires: z.string().check(z.regex(/^\d{1,12}$/, 'must be a whole number')),
    key: z.string(),
  }),
  reply: mediaReply,
})
