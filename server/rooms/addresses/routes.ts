import { reverseLookup, searchAddress } from '#contract/places/locations'
import { serve, type Served } from '#server/platform/http/serve'
import type { AddressFinder } from './find-address.ts'

export function addressRoutes(addresses: AddressFinder): Served[] {
  return [
    serve(searchAddress, ({ query }) => addresses.search(query.text)),
    serve(reverseLookup, ({ query }) => addresses.nearest(query)),
  ]
}
