import { publicSourceIds, publicSourcesNamed, type PublicSourceId } from '#domain/feeds/public-sources'
import * as z from 'zod/mini'

/** Where weather comes from: the simulated world, nowhere but feed keys, or some of the public sources. */
export type FeedsChosen = 'simulated' | 'none' | readonly PublicSourceId[]

function feedsNamed(text: string): FeedsChosen | null {
  if (text === 'simulated' || text === 'none') return text
  if (text === 'public') return publicSourceIds
  return publicSourcesNamed(text.split(/[\s,]+/).filter(each => each !== ''))
}

const wanted = `must be public, simulated or none, or some of ${publicSourceIds.join(', ')}`

/** Simulated and real weather never mix, so that a list names public sources only. */
export const feedsSetting = z.pipe(
  z.string().check(z.refine(text => feedsNamed(text) !== null, wanted)),
  z.transform(text => feedsNamed(text) ?? 'none'),
)

const emailAddress = z.email()
export const isContact = (text: string) =>
  emailAddress.safeParse(text).success || /^https?:$/.test(URL.parse(text)?.protocol ?? '')

interface FeedValues {
  readonly SKYWARDEN_FEEDS?: FeedsChosen | undefined
  readonly FEEDS_CONTACT?: string | undefined
  readonly SUPPORT_EMAIL?: string | undefined
}

/** The weather service refuses requests that do not say whom to write to. */
export function feedsFault({ SKYWARDEN_FEEDS, FEEDS_CONTACT, SUPPORT_EMAIL }: FeedValues): string | null {
  if (typeof SKYWARDEN_FEEDS !== 'object' || FEEDS_CONTACT !== undefined || SUPPORT_EMAIL !== undefined)
    return null
  return 'FEEDS_CONTACT must be set as well: public sources ask for an e-mail address or a web page of whoever runs this server'
}
