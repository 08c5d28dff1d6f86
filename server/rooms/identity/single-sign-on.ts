import type { UserRow } from '#server/rooms/users/index'

/** A customer's way to sign in with its own identity provider. */
export interface SignOnChoice {
  readonly customerId: number
  readonly displayName: string
  /** Whether passwords are of no use there. */
  readonly isForced: boolean
}

export type SignOnOutcome =
  | { readonly kind: 'welcome'; readonly userId: string; readonly customerId: number }
  | { readonly kind: 'refused'; readonly because: string }

/** What signing in needs to know of customers' identity providers. */
export interface SingleSignOn {
  /** Whether any customer has one. */
  isUsed(): Promise<boolean>
  /** By the domain of what was typed, and by nothing else: whether there is such an account does not show. */
  forTyped(typed: string): Promise<SignOnChoice | undefined>
  forCustomer(customerId: number): Promise<SignOnChoice | undefined>
  /** The provider that a person has to use; nothing for those who may use a password. */
  insteadOfPassword(row: UserRow): Promise<SignOnChoice | undefined>
  /** Where the browser goes, or why it cannot. */
  begin(
    customerId: number,
    interaction: string,
    now: Date,
  ): Promise<{ readonly url: string } | { readonly because: string }>
  /** What came of it, for the browser that began it. */
  finish(requestId: string, interaction: string, now: Date): Promise<SignOnOutcome>
}
