import { call } from '#contract/call'
import { idText, instant } from '#contract/shapes'
import * as z from 'zod/mini'

export const ofStation = z.strictObject({ id: idText })

/** In °F, mph or inches; null if not measured. */
export const measuredOrNull = z.nullable(z.number())

export const wholeHours = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number of hours')),
  z.transform((text: string) => Number(text)),
)

export const observationRow = z.object({
  date: instant,
  avgAmbientTemperature: measuredOrNull,
  maxWindSpeed: measuredOrNull,
  maxWetBulbGlobalTemp: measuredOrNull,
})

export const listObservations = call({
  name: 'listObservations',
  summary: 'List a station’s recent readings: every 5 minutes up to 12 hours, every 15 minutes beyond that',
  method: 'GET',
  path: '/api/Observations/{id}',
  who: 'signed-in',
  params: ofStation,
  query: z.strictObject({
    hours: z._default(
      z.pipe(
        wholeHours,
        z.number().check(z.minimum(1, 'must be at least 1'), z.maximum(168, 'must be at most 168')),
      ),
      12,
    ),
  }),
  reply: z.array(observationRow),
})
