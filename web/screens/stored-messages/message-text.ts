import { mostMessageLength } from '#domain/hardware/siren-settings'
import { fieldErrors, plainReason, serverErrorIn } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import type { Failure } from '#web/parts/fields/use-attempts.ts'

export type MessageAct = 'add' | 'update' | 'delete'

export const messageSuccesses: Readonly<Record<MessageAct, string>> = {
  add: 'Successfully Added Stored Message',
  update: 'Successfully Updated Stored Message',
  delete: 'Successfully Deleted Stored Message',
}

const failures: Readonly<Record<MessageAct, string>> = {
  add: 'Failed To Add Message',
  update: 'Failed To Update Message',
  delete: 'Failed To Delete Message',
}

/** Explains a failure, in the server's words if there are any. Field errors are not repeated. */
export function messageFailure(error: unknown, act: MessageAct): Failure {
  const errors = fieldErrors(error)
  const reported = serverErrorIn(errors)
  if (reported !== undefined) return { header: reported }
  const isMarked = ['Title', 'Message'].some(field => errorOf(errors, field, '') !== undefined)
  return {
    header: failures[act],
    text: isMarked ? 'Check the fields that are marked.' : plainReason(error),
  }
}

export interface MessageDraft {
  readonly title: string
  readonly message: string
}

/** Errors found before calling the server, keyed like the server's errors. */
export function messageProblems({
  title,
  message,
}: MessageDraft): Readonly<Record<string, readonly string[]>> {
  return {
    ...(title.trim() === '' && { Title: ['is required'] }),
    ...(message.trim() === '' && { Message: ['is required'] }),
    ...(message.length > mostMessageLength && {
      Message: [`must have at most ${mostMessageLength} characters`],
    }),
  }
}
