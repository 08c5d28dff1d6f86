import { reverseLookup, searchAddress } from '#contract/locations'
import { serve, type Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import { createAddressFinder } from './find-address.ts'
import { createGazetteer } from './gazetteer.ts'
import { createPhoton } from './photon.ts'

export interface AddressesDeps {
  /** A Photon server that knows streets and houses, where there is one. */
  readonly geocoderUrl: string | undefined
  readonly log: Log
}

/** Where an address is, and what is at a point. */
export function createAddresses({ geocoderUrl, log }: AddressesDeps): { readonly routes: readonly Served[] } {
  const photon = geocoderUrl === undefined ? undefined : createPhoton(geocoderUrl)
  const addresses = createAddressFinder(createGazetteer(), photon, log)
  return {
    routes: [
      serve(searchAddress, ({ query }) => addresses.search(query.text)),
      serve(reverseLookup, ({ query }) => addresses.nearest(query)),
    ],
  }
}
