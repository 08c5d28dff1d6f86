/** What became of one attempt on one channel. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** There is no provider: the message stays in the outbox, where it can be read. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'try-again'; readonly because: string }
  | { readonly kind: 'give-up'; readonly because: string }

export interface Message {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** Tells a provider that two attempts are one message. */
  readonly key: string
}

export interface Channel {
  deliver(message: Message): Promise<Outcome>
}
