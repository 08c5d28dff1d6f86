/** Everything that is said on the bus: names and payloads. */
export interface Events {
  /** Something waits in the outbox. */
  'outbox-filled': { readonly channel: 'email' }
  /** What a person is or may do has changed: role, permissions, activity, customer. */
  'person-changed': { readonly personId: string }
  /** What the people of a customer may do has changed. */
  'customer-changed': { readonly customerId: number }
}
