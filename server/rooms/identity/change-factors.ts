import { recordAudit, type AuditEntry } from '#server/platform/audit'
import type { Tx } from '#server/platform/store/index'
import {
  lockUserForUpdate,
  personAuditName,
  tellPersonChanged,
  type UserRow,
} from '#server/rooms/users/index'
import type { LinkDeps } from './account-links.ts'
import { holdPassword } from './current-password.ts'
import { deleteRecoveryCodes, factorsOf, isOn, type Factors } from './store/second-factors.ts'

/** Who makes the change, and in which request. */
export interface FactorChange extends Pick<AuditEntry, 'by' | 'requestId'> {
  readonly now: Date
  /** Identifies the password that was entered for it, or that was the person's when it began. */
  readonly password?: string
}

export type NoteAct = (action: string, after?: AuditEntry['after']) => Promise<void>

/**
 * Changes a person's second factors, in one transaction with the audit entries, and notifies other processes.
 * Concurrent changes wait for each other, because each must know whether it adds the first factor or removes the last.
 */
export function changeFactors<Result>(
  { changes }: Pick<LinkDeps, 'changes'>,
  row: UserRow,
  { now, password, ...doing }: FactorChange,
  act: (tx: Tx, before: Factors, note: NoteAct) => Promise<Result>,
): Promise<Result> {
  const about = { ...doing, customerId: row.customer_id, target: personAuditName(row) }
  return changes.commit(async (tx, appendFact) => {
    await lockUserForUpdate(tx, row.customer_id, row.id)
    if (password !== undefined) await holdPassword(tx, row.id, password)
    const note: NoteAct = (action, after) =>
      recordAudit(tx, { ...about, action, ...(after !== undefined && { after }) }, now)
    const result = await act(tx, await factorsOf(tx, row.id), note)
    tellPersonChanged(appendFact, row)
    return result
  })
}

/**
 * Call after removing a factor. If no factors are left, turns off two-step verification and deletes the recovery codes.
 * Returns whether it was the last factor.
 */
export async function endWithLastFactor(tx: Tx, userId: string, note: NoteAct): Promise<boolean> {
  if (isOn(await factorsOf(tx, userId))) return false
  await deleteRecoveryCodes(tx, userId)
  await note('two-step verification turned off')
  return true
}
