import type { MassMessage } from '#contract/mass-notify'
import type { MassChannel } from '#web/data/mass-notify.ts'

export interface Draft {
  /** People and user groups, by their ids. */
  readonly recipients: readonly string[]
  readonly message: string
  readonly channel: MassChannel
  readonly expiresMinutes: number
}

export const emptyDraft: Draft = { recipients: [], message: '', channel: 3, expiresMinutes: 60 }

export const longestMessage = 500
const warningAt = 100
const errorAt = 20

/** How much room there is, and whether that is little. */
export function counterOf(message: string): { text: string; tone: 'quiet' | 'warning' | 'error' } {
  const left = longestMessage - message.length
  const tone = left <= errorAt ? 'error' : left <= warningAt ? 'warning' : 'quiet'
  return { text: `${left} characters left`, tone }
}

export type DraftErrors = Readonly<Record<string, readonly string[]>>

/** What need not be asked of the server to be known as wrong, under the server's names. */
export function draftErrors({ recipients, message }: Draft): DraftErrors {
  return {
    ...(recipients.length === 0 && { Recipients: ['Choose at least one person or user group.'] }),
    ...(message.trim() === '' && { Message: ['is required'] }),
    ...(message.length > longestMessage && { Message: [`must have at most ${longestMessage} characters`] }),
  }
}

/** Above so many people a number has to be typed. */
const manyPeople = 100

export function needsConfirmation(people: number): boolean {
  return people > manyPeople
}

/** A message like one that was sent; whoever is not there any more is left out, and counted. */
export function draftAgain(
  { recipients, message, channel }: Pick<MassMessage, 'recipients' | 'message' | 'channel'>,
  known: ReadonlySet<string>,
): { draft: Draft; gone: number } {
  const left = recipients.filter(id => known.has(id))
  return {
    draft: { ...emptyDraft, recipients: left, message, channel },
    gone: recipients.length - left.length,
  }
}
