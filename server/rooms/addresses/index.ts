import { reverseLookup, searchAddress } from '#contract/locations'
import type { FeedsChosen } from '#server/feed-settings'
import type { Clock } from '#server/platform/clock'
import { serve, type Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import { createUpstream } from '#server/platform/upstream/index'
import { censusHost, createCensus } from './census.ts'
import { createAddressFinder, type Geocoder } from './find-address.ts'
import { createGazetteer } from './gazetteer.ts'
import { createPhoton } from './photon.ts'

export interface AddressesDeps {
  readonly settings: {
    /** A Photon server that knows streets and houses, where there is one. */
    readonly geocoderUrl: string | undefined
    readonly feeds: FeedsChosen
    readonly feedsFrom: string | undefined
    readonly feedsContact: string | undefined
  }
  readonly clock: Clock
  readonly log: Log
}

/** Without a Photon server, and with public sources, streets are looked up at the Census Bureau. */
function geocoderOf({ settings, clock }: AddressesDeps): Geocoder | undefined {
  const { geocoderUrl, feeds, feedsFrom, feedsContact } = settings
  if (geocoderUrl !== undefined) return createPhoton(geocoderUrl)
  if (typeof feeds !== 'object') return undefined
  const upstream = createUpstream({
    name: censusHost,
    userAgent: `Skywarden (${feedsContact ?? 'unknown'})`,
    clock,
    mostAtOnce: 1,
    mostPerMinute: 30,
  })
  const baseUrl = feedsFrom === undefined ? `https://${censusHost}` : `${feedsFrom}/${censusHost}`
  return createCensus({ upstream, baseUrl, clock })
}

/** Where an address is, and what is at a point. */
export function createAddresses(deps: AddressesDeps): { readonly routes: readonly Served[] } {
  const addresses = createAddressFinder(createGazetteer(), geocoderOf(deps), deps.log)
  return {
    routes: [
      serve(searchAddress, ({ query }) => addresses.search(query.text)),
      serve(reverseLookup, ({ query }) => addresses.nearest(query)),
    ],
  }
}
