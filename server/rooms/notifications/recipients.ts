import { maySignIn } from '#domain/access/roles'
import { zoneOf } from '#domain/alert-times/time-zones'
import { channelsOf, diallable, type Channel, type Recipient } from '#domain/notifications/recipient'
import type { Db } from '#server/platform/store/index'
import { alertTimesOfGroups } from '#server/rooms/groups/index'
import { findUsers, personOf, type UserRow } from '#server/rooms/users/index'
import { pushSubscriptionsOf } from './store/push.ts'
import { alertTimesOfPeople, positionsOf } from './store/settings.ts'

/** A person with everything that decides whether and how they are notified. */
export interface Person {
  readonly row: UserRow
  readonly recipient: Recipient
}

/** Loads people for the notification rules, by ID. Deleted people are omitted. */
export async function loadPeople(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const rows = await findUsers(db, 'system', userIds)
  const groupIds = [...new Set(rows.flatMap(row => row.user_group_id ?? []))]
  const ids = rows.map(({ id }) => id)
  const ownTimes = await alertTimesOfPeople(db, 'system', ids)
  const groupTimes = await alertTimesOfGroups(db, 'system', groupIds)
  const positions = await positionsOf(
    db,
    'system',
    rows.filter(row => row.geofence_alerts_enabled).map(({ id }) => id),
  )
  const devices = Map.groupBy(await pushSubscriptionsOf(db, 'system', ids), device => device.user_id)
  return new Map(
    rows.map(row => {
      const inGroup = row.user_group_id === null ? undefined : groupTimes.get(row.user_group_id)
      const recipient: Recipient = {
        isActive: row.is_active,
        declines: row.declines_notifications,
        wants: {
          precipitation: row.precipitation_notification,
          severeWeather: row.severe_weather_notification,
          proactiveForecasts: row.proactive_forecast_notification && !row.opt_out_forecast,
          outerRings: row.outer_ring_notification,
        },
        timeZone: zoneOf(row.time_zone),
        // A person who has neither their own alert times nor a group has set no limits and is notified at any time.
        alertTimes: row.alert_times_enabled ? (ownTimes.get(row.id) ?? inGroup ?? null) : null,
        geofence: row.geofence_alerts_enabled ? { position: positions.get(row.id) ?? null } : null,
        channels: channelsOf({
          canSignIn: maySignIn(personOf(row).role),
          email: row.email,
          emailNotifications: row.email_notifications,
          isUnsubscribed: row.email_unsubscribed_at !== null,
          phoneNumber: row.phone_number,
          smsNotifications: row.sms_notifications,
          pushDevices: devices.get(row.id)?.length ?? 0,
        }),
      }
      return [row.id, { row, recipient }]
    }),
  )
}

/** A person's address on a channel; null if it no longer reaches them. */
export function recipientAddress({ row }: Person, channel: Channel): string | null {
  if (channel === 'email') return row.email_unsubscribed_at === null ? row.email : null
  // A push message goes to every browser that the person has when it is sent.
  return channel === 'sms' ? diallable(row.phone_number) : `push:${row.id}`
}
