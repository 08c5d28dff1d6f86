import type { MassMessage } from '#contract/messages/mass-notify'
import type { MassMessageChannel } from '#web/data/messages/mass-notify.ts'

export interface MassMessageDraft {
  /** The recipients, people and user groups, by id. */
  readonly recipients: readonly string[]
  readonly message: string
  readonly channel: MassMessageChannel
  readonly expiresMinutes: number
}

export const emptyMassMessageDraft: MassMessageDraft = {
  recipients: [],
  message: '',
  channel: 3,
  expiresMinutes: 60,
}

const longestMassMessage = 500
const warningAt = 100
const errorAt = 20

/** Returns the remaining characters, and whether few are left. */
export function counterOf(message: string): { text: string; tone: 'quiet' | 'warning' | 'error' } {
  const left = longestMassMessage - message.length
  const tone = left <= errorAt ? 'error' : left <= warningAt ? 'warning' : 'quiet'
  return { text: `${left} characters left`, tone }
}

export type DraftErrors = Readonly<Record<string, readonly string[]>>

/** Errors found before calling the server, by the server's names. */
export function draftErrors({ recipients, message }: MassMessageDraft): DraftErrors {
  return {
    ...(recipients.length === 0 && { Recipients: ['Choose at least one person or user group.'] }),
    ...(message.trim() === '' && { Message: ['is required'] }),
    ...(message.length > longestMassMessage && {
      Message: [`must have at most ${longestMassMessage} characters`],
    }),
  }
}

/** To send to more people than this, the sender must type how many there are. */
const manyPeople = 100

export function needsConfirmation(people: number): boolean {
  return people > manyPeople
}

/** Returns a copy of a sent message. Recipients who no longer exist are left out and counted. */
export function draftAgain(
  { recipients, message, channel }: Pick<MassMessage, 'recipients' | 'message' | 'channel'>,
  known: ReadonlySet<string>,
): { draft: MassMessageDraft; gone: number } {
  const left = recipients.filter(id => known.has(id))
  return {
    draft: { ...emptyMassMessageDraft, recipients: left, message, channel },
    gone: recipients.length - left.length,
  }
}
