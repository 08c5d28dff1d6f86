import type { Tx } from '#server/platform/store/index'

type OfPerson = { customer_id: number; user_id: string }
type Tables = { user_alert_times: OfPerson; user_positions: OfPerson; push_subscriptions: OfPerson }

/** Forgets how a person wanted to be told, where they were and on which devices. */
export async function forgetSettings(tx: Tx, customerId: number, userId: string): Promise<void> {
  for (const table of ['user_alert_times', 'user_positions', 'push_subscriptions'] as const) {
    await tx
      .withTables<Tables>()
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .execute()
  }
}
