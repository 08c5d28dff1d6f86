import type { FeedFault } from '#domain/feeds/fault'
import type { Coverage, Strike } from '#domain/lightning/strike'

/** Everything that is said on the bus: names and payloads. */
export interface Events {
  /** Something waits in the outbox. */
  'outbox-filled': { readonly channel: 'email' }
  /** What a person is or may do has changed: role, permissions, activity, customer. */
  'person-changed': { readonly personId: string }
  /** What the people of a customer may do has changed. */
  'customer-changed': { readonly customerId: number }
  /** A feed has delivered strikes, and says for which time it has delivered all that it knows of. */
  'lightning-heard': { readonly strikes: readonly Strike[]; readonly coverage: readonly Coverage[] }
  /** What a feed delivered could not be kept; it is wanted again from this instant on. */
  'lightning-missed': { readonly fromMs: number }
  /** How a feed is, said after every attempt to deliver. */
  'feed-health': {
    readonly feed: string
    readonly delivering: boolean
    readonly detail: string
    readonly lastDeliveryMs: number | null
    /** Only simulated feeds can be told to fail. */
    readonly fault: FeedFault | null
  }
  /** A simulated feed is to fail, or to work again. */
  'feed-fault-wanted': { readonly feed: string; readonly fault: FeedFault }
  /** A location was added, edited or moved; its rings are to be read again. */
  'location-changed': { readonly locationId: number; readonly customerId: number; readonly userId: string }
  /** A location is gone, and with it its rings. */
  'location-removed': { readonly locationId: number; readonly customerId: number; readonly userId: string }
}
