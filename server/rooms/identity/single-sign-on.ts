import type { Db } from '#server/platform/store/index'
import type { UserRow } from '#server/rooms/users/index'

/** A customer's single sign-on through its own identity provider. */
export interface SignOnChoice {
  readonly customerId: number
  readonly displayName: string
  /** Whether passwords are disabled for the customer. */
  readonly isForced: boolean
}

export type SignOnOutcome =
  | { readonly kind: 'welcome'; readonly userId: string; readonly customerId: number }
  | { readonly kind: 'refused'; readonly because: string }

/** Returns the provider that a person of a customer must use; undefined for those who may use a password. */
export type InsteadOfPassword = (row: UserRow) => SignOnChoice | undefined

/** What signing in needs to know about customers' identity providers. */
export interface SingleSignOn {
  /** Whether any customer has its own identity provider. */
  isUsed(): Promise<boolean>
  /** Uses only the domain of the typed address, and does not reveal whether the account exists. */
  forTyped(typed: string): Promise<SignOnChoice | undefined>
  forCustomer(customerId: number): Promise<SignOnChoice | undefined>
  /** The provider that a person must use; undefined for those who may use a password. */
  insteadOfPassword(row: UserRow): Promise<SignOnChoice | undefined>
  /** The same for many people of one customer, read in the caller's transaction. */
  insteadOfPasswordIn(tx: Db, customerId: number): Promise<InsteadOfPassword>
  /** The URL to redirect the browser to, or why it cannot. */
  begin(
    customerId: number,
    interaction: string,
    now: Date,
  ): Promise<{ readonly url: string } | { readonly because: string }>
  /** Returns the result, but only to the browser that began the sign-in. */
  finish(requestId: string, interaction: string, now: Date): Promise<SignOnOutcome>
}
