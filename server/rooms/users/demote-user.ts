import { reachFault } from '#domain/messages/ways-to-reach'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { serverRefusal } from '#server/platform/http/problems'
import { seizedBy, type UserChangeDeps } from './acting.ts'
import { personAuditName, shownPerson, appendPersonChanged } from './person.ts'
import { findUser, updateUserRow, type UserChange, type UserRow } from './store.ts'
import { userNameOfNotified } from './wanted.ts'

/** Defaults for all settings that only people who sign in have. */
const withoutSettings: UserChange = {
  permissions: [],
  declines_notifications: false,
  opt_out_forecast: false,
  precipitation_notification: true,
  severe_weather_notification: true,
  outer_ring_notification: true,
  proactive_forecast_notification: true,
  alert_times_enabled: true,
  geofence_alerts_enabled: false,
  activated_at: null,
  // Even a person who was deactivated is notified from now on, because their account now has no other purpose.
  is_active: true,
}

/**
 * Makes a person Notification Only. They can no longer sign in, and lose their settings and their own locations;
 * locations that their organization defined stay, as assigned by it.
 */
export async function demoteUser(room: UserChangeDeps, doing: Doing, id: string): Promise<UserRow> {
  const { caller, now, requestId } = doing
  return room.changes.commit(async (tx, appendFact) => {
    const before = await seizedBy(tx, caller, id, 'full user')
    const { email, phone_number: phoneNumber, sms_notifications: smsNotifications } = before
    const ways = { emailNotifications: email !== null, smsNotifications }
    const fault = reachFault({ email, phoneNumber, ...ways }, 'notification only')
    if (fault) {
      throw serverRefusal('This person has neither an email address nor a phone number for text messages.')
    }

    const { removed, kept } = await room.locations.keepGiven(tx, appendFact, before, now)
    await room.accounts.close(tx, id, now)
    await room.forgetSettings(tx, before.customer_id, id)
    await updateUserRow(tx, before.customer_id, id, {
      ...withoutSettings,
      role: 'NotificationOnly',
      user_name: userNameOfNotified(id),
      email_notifications: ways.emailNotifications,
    })
    const after = await findUser(tx, before.customer_id, id)
    if (!after) throw new Error('The person who was just changed is missing')
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: before.customer_id,
        action: 'person made Notification Only',
        target: personAuditName(before),
        before: { ...shownPerson(before), permissions: before.permissions, locations: [...removed, ...kept] },
        after: { ...shownPerson(after), locations: kept },
        requestId,
      },
      now,
    )
    appendPersonChanged(appendFact, after)
    return after
  })
}
