import { call } from '#contract/call'
import { instant } from '#contract/shapes'
import * as z from 'zod/mini'

const quantity = z.object({ value: z.nullable(z.number()), units: z.string() })

/** Features with the same issue time belong together. Empty if there is no storm. */
export const tropicalForecasts = call({
  name: 'tropicalForecasts',
  summary: 'List tropical storms with their forecast tracks; fails while it is unknown whether there are any',
  method: 'GET',
  path: '/api/map/TropicalForecast',
  who: 'signed-in',
  reply: z.array(
    z.object({
      /** When the advisory was issued. */
      issued: instant,
      data: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** TD, TS, HU, … */
          type: z.string(),
          /** 1 to 5 on the Saffir-Simpson scale; 0 for a weaker storm. */
          category: z.number(),
          pressure: quantity,
          movement: z.object({ speed: quantity, headingDegrees: z.nullable(z.number()) }),
          /** [longitude, latitude], closed. */
          conePolygon: z.array(z.tuple([z.number(), z.number()])),
          /** Speeds in m/s. */
          points: z.array(
            z.object({
              coordinates: z.tuple([z.number(), z.number()]),
              time: instant,
              category: z.number(),
              wind: z.object({ maxSustained: quantity, gust: quantity }),
            }),
          ),
        }),
      ),
    }),
  ),
})
