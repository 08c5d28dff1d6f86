import type { Input } from '#contract/call'
import type { shareWidget as shareCall } from '#contract/messages/widgets'
import { embedCode } from '#domain/widgets/embed-code'
import { frameHeight } from '#domain/widgets/widget'
import type { Events } from '#server/events'
import { recordAudit } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import { dayMs, hourMs, later } from '#server/platform/clock'
import type { Doing } from '#server/platform/http/ask'
import { tooMany } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { widgetSeenBy } from './reach.ts'
import { widgetAuditName } from './save-widget.ts'
import { countSharesAlone, insertShare, type WidgetRow } from './store.ts'
import { embedUrl } from './wire.ts'

export interface ShareRoom {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly queueEmail: QueueEmail
  readonly baseUrl: string
  readonly policiesOf: (row: WidgetRow) => readonly unknown[]
}

/** Recipients may be anyone, so no one may send to many of them. */
export const mostSharesPerHour = 20
const tryAgainSeconds = 600

function letter(row: WidgetRow, from: string, url: string, policies: number): string {
  const drawn = {
    type: row.type,
    widgetConditions: row.conditions,
    widgetForecasts: row.forecasts,
    headerMessage: row.header_message,
    policies,
  }
  const code = embedCode({
    url,
    locationName: row.location_name,
    width: row.width,
    height: frameHeight(drawn),
  })
  const sites = row.allowed_sites
  return [
    `${from} has shared the weather widget "${row.name}" with you. It shows the weather at ${row.location_name}.`,
    `To show it on a website, paste this code into the page:`,
    code,
    sites.length === 0 ? '' : `It can be shown on: ${sites.join(', ')}`,
    `See it here: ${url}`,
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

/** Sends the embed code to an address, in the caller's name. */
export async function shareWidget(
  room: ShareRoom,
  { caller, now, requestId }: Doing,
  { recipient, widgetId }: Input<typeof shareCall, 'body'>,
): Promise<string> {
  const row = await widgetSeenBy(room.db, caller, widgetId)
  const text = letter(row, caller.fullName, embedUrl(room.baseUrl, row.key), room.policiesOf(row).length)
  await room.db.transaction().execute(async tx => {
    const sent = await countSharesAlone(tx, caller.customerId, caller.id, later(now, -hourMs))
    if (sent >= mostSharesPerHour) throw tooMany(tryAgainSeconds)
    const id = await insertShare(tx, {
      customer_id: caller.customerId,
      widget_id: row.id,
      user_id: caller.id,
      recipient,
      created_at: now,
    })
    const email = {
      customerId: row.customer_id,
      authorId: caller.id,
      to: recipient,
      subject: `Weather widget: ${row.name}`,
      text,
      expiresAt: later(now, dayMs),
      dedupeKey: `widget share ${id}`,
      ...(caller.email !== null && { replyTo: caller.email }),
    }
    await room.queueEmail(tx, email, now)
    const act = { by: caller, customerId: row.customer_id, requestId, target: widgetAuditName(row) }
    await recordAudit(tx, { ...act, action: 'widget shared', after: { recipient } }, now)
  })
  room.bus.publish('outbox-filled', {})
  return 'Email sent!'
}
