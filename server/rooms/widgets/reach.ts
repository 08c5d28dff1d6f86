import { reachOf, type Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { findCustomer } from '#server/rooms/customers/index'
import { findWidget, type WidgetRow } from './store.ts'

/** Whether the caller may see a widget: people who manage one group build widgets for that group only. */
export function isWidgetSeenBy(caller: Caller, { user_group_id }: Pick<WidgetRow, 'user_group_id'>): boolean {
  return caller.role !== 'AssistantAdmin' || caller.groupId === user_group_id
}

export async function widgetSeenBy(db: Db, caller: Caller, id: number): Promise<WidgetRow> {
  const row = await findWidget(db, reachOf(caller), id)
  if (!row || !isWidgetSeenBy(caller, row)) throw notFound('This widget')
  return row
}

/** The customer for which widgets are built: the caller's own, or any for a Super Admin. */
export async function customerBuiltFor(db: Db, caller: Caller, customerId: number) {
  const customer = await findCustomer(db, reachOf(caller), customerId)
  if (!customer) throw notFound('This customer')
  return customer
}
