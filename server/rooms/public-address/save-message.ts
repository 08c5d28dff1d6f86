import type { Input } from '#contract/call'
import {
  updateStoredMessage as updateCall,
  type addStoredMessage,
  type StoredMessage,
} from '#contract/devices/public-address'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import {
  deleteStoredMessageRow,
  holdStoredMessage,
  insertStoredMessage,
  updateStoredMessageRow,
  type StoredMessageRow,
} from './store.ts'

export function wireMessage(row: StoredMessageRow): StoredMessage {
  const { id, title, message, customer_id: customerId, version } = row
  return { id, title, message, customerId, version }
}

const auditName = ({ id, title }: Pick<StoredMessageRow, 'id' | 'title'>) => `${title} (stored message ${id})`

async function titling<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error, 'stored_messages_title'))
      throw badInput({ Title: ['is the title of another stored message'] })
    throw error
  }
}

export function addMessage(
  db: Db,
  { caller, now, requestId }: Doing,
  { title, message }: Input<typeof addStoredMessage, 'body'>,
): Promise<StoredMessage> {
  const { customerId } = caller
  return titling(
    db.transaction().execute(async tx => {
      const times = { created_at: now, updated_at: now }
      const row = await insertStoredMessage(tx, { customer_id: customerId, title, message, ...times })
      const act = { by: caller, customerId, requestId, target: auditName(row) }
      await recordAudit(tx, { ...act, action: 'stored message added', after: { title, message } }, now)
      return wireMessage(row)
    }),
  )
}

export function changeMessage(
  db: Db,
  { caller, now, requestId }: Doing,
  { id, version, title, message }: Input<typeof updateCall, 'body'>,
): Promise<StoredMessage> {
  const { customerId } = caller
  return titling(
    db.transaction().execute(async tx => {
      const before = await holdStoredMessage(tx, customerId, id)
      if (!before) throw notFound('This message')
      assertNotOvertaken(updateCall, version, wireMessage(before))
      const row = await updateStoredMessageRow(tx, customerId, id, { title, message, updated_at: now })
      const change = {
        before: { title: before.title, message: before.message },
        after: { title, message },
      }
      const act = { by: caller, customerId, requestId, target: auditName(before) }
      await recordAudit(tx, { ...act, ...change, action: 'stored message changed' }, now)
      return wireMessage(row)
    }),
  )
}

export async function removeMessage(db: Db, { caller, now, requestId }: Doing, id: number): Promise<void> {
  const { customerId } = caller
  await db.transaction().execute(async tx => {
    const before = await holdStoredMessage(tx, customerId, id)
    if (!before) throw notFound('This message')
    await deleteStoredMessageRow(tx, customerId, id)
    const act = { by: caller, customerId, requestId, target: auditName(before) }
    const { title, message } = before
    await recordAudit(tx, { ...act, action: 'stored message deleted', before: { title, message } }, now)
  })
}
