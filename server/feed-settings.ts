import { freeSourceIds, publicSourcesNamed, type PublicSourceId } from '#domain/feeds/public-sources'
import * as z from 'zod/mini'
import { address } from './setting-shapes.ts'

/** Where weather comes from: the simulated world, feed keys only, or some of the public sources. */
export type FeedsChosen = 'simulated' | 'none' | readonly PublicSourceId[]

function feedsNamed(text: string): FeedsChosen | null {
  if (text === 'simulated' || text === 'none') return text
  if (text === 'public') return freeSourceIds
  return publicSourcesNamed(text.split(/[\s,]+/).filter(each => each !== ''))
}

const wanted = `must be public, simulated or none, or some of ${freeSourceIds.join(', ')}`

/** Simulated and real weather never mix: a list contains public sources only. */
const feedsSetting = z.pipe(
  z.string().check(z.refine(text => feedsNamed(text) !== null, wanted)),
  z.transform(text => feedsNamed(text) ?? 'none'),
)

const emailAddress = z.email()
const isContact = (text: string) =>
  emailAddress.safeParse(text).success || /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Where weather comes from, and the contact sent with requests. */
export const feedVariables = {
  SKYWARDEN_FEEDS: z.optional(feedsSetting),
  FEEDS_CONTACT: z.optional(z.string().check(z.refine(isContact, 'must be an email address or a web page'))),
  FEEDS_FROM: address(/^https?$/, 'http://localhost:9700'),
  OPEN_METEO_URL: address(/^https?$/, 'https://api.open-meteo.com'),
  OPEN_METEO_KEY: z.optional(z.string()),
}
type FeedVariables = z.output<z.ZodMiniObject<typeof feedVariables>>

/** An Open-Meteo server, and the key for a paid plan. */
export interface OpenMeteoConfig {
  /** Without a trailing slash. */
  readonly url: string
  readonly key: string | undefined
}

export function openMeteoOf({
  OPEN_METEO_URL: url,
  OPEN_METEO_KEY: key,
}: FeedVariables): OpenMeteoConfig | undefined {
  return url === undefined ? undefined : { url: url.replace(/\/+$/, ''), key }
}

/** Adds Open-Meteo to public sources if its address is set, and never to simulated weather. */
export function feedsOf({ SKYWARDEN_FEEDS: feeds, OPEN_METEO_URL }: FeedVariables): FeedsChosen | undefined {
  return typeof feeds === 'object' && OPEN_METEO_URL !== undefined ? [...feeds, 'open-meteo'] : feeds
}

interface FeedValues {
  readonly SKYWARDEN_FEEDS?: FeedsChosen | undefined
  readonly FEEDS_CONTACT?: string | undefined
  readonly SUPPORT_EMAIL?: string | undefined
}

/** Returns an error if the contact address is missing, without which the weather service rejects requests. */
export function feedsFault({ SKYWARDEN_FEEDS, FEEDS_CONTACT, SUPPORT_EMAIL }: FeedValues): string | null {
  if (typeof SKYWARDEN_FEEDS !== 'object' || FEEDS_CONTACT !== undefined || SUPPORT_EMAIL !== undefined)
    return null
  return "FEEDS_CONTACT must also be set: public sources require the operator's email address or web page"
}
