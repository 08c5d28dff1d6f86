import type { MapGrounds } from '#contract/weather/radar'
import * as z from 'zod/mini'
import { notAZoom } from './setting-shapes.ts'

/**
 * Only letters, digits and a few signs, because other characters in a host could have a meaning in a content security
 * policy.
 */
const plainOrigin = /^(https:\/\/[a-z\d.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d+)?$/
const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : '')
const isElsewhere = (text: string) => plainOrigin.test(originOf(text)) && !/^[^/]*\/\/[^/]*@/.test(text)
const elsewhere = (example: string, ...inPath: readonly string[]) => {
  const isFit = (text: string) =>
    isElsewhere(text) && inPath.every(part => text.replace(/[?#].*/s, '').includes(part))
  return z.optional(z.string().check(z.refine(isFit, `must look like ${example}`)))
}
const mapStyleAddress = elsewhere('https://maps.example.org/style.json')
const areOrigins = (text: string) =>
  text.split(' ').every(each => plainOrigin.test(each) && originOf(each) === each)

/** Which base map the maps use. */
export const mapVariables = {
  SATELLITE_TILES: elsewhere('https://tiles.example.org/{z}/{x}/{y}.jpg', '{z}', '{x}', '{y}'),
  SATELLITE_CREDIT: z.optional(z.string()),
  SATELLITE_ZOOM: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}$/, notAZoom)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(22, notAZoom))),
    ),
    19,
  ),
  MAP_STYLE_LIGHT: mapStyleAddress,
  MAP_STYLE_DARK: mapStyleAddress,
  MAP_STYLE_SATELLITE: mapStyleAddress,
  MAP_HOSTS: z.optional(
    z
      .string()
      .check(z.refine(areOrigins, 'must look like https://tiles.example.org https://fonts.example.org')),
  ),
}

type Values = z.output<z.ZodMiniObject<typeof mapVariables>>

export function mapGroundsOf(values: Values): MapGrounds {
  const { SATELLITE_TILES: tiles, SATELLITE_CREDIT: credit } = values
  return {
    satelliteTiles:
      tiles === undefined || credit === undefined
        ? null
        : { address: tiles, credit, deepestZoom: values.SATELLITE_ZOOM },
    styles: {
      satellite: values.MAP_STYLE_SATELLITE ?? null,
      dark: values.MAP_STYLE_DARK ?? null,
      light: values.MAP_STYLE_LIGHT ?? null,
    },
  }
}

export function mapOriginsOf(values: Values): readonly string[] {
  const { SATELLITE_TILES, MAP_STYLE_LIGHT, MAP_STYLE_DARK, MAP_STYLE_SATELLITE, MAP_HOSTS } = values
  const addresses = [SATELLITE_TILES, MAP_STYLE_LIGHT, MAP_STYLE_DARK, MAP_STYLE_SATELLITE]
  const origins = addresses.filter(each => each !== undefined).map(originOf)
  return [...new Set([...origins, ...(MAP_HOSTS?.split(' ') ?? [])])]
}
