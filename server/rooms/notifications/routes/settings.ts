import {
  forgetPosition,
  getAlertTimes,
  getNotificationSettings,
  setAlertTimes,
  setNotificationSettings,
  setPosition,
  testNotification,
  type NotificationSettings,
  type OwnAlertTimes,
} from '#contract/messages/notification-settings'
import { may } from '#domain/access/may'
import { adminRoles } from '#domain/access/roles'
import { isTimeZone } from '#domain/alert-times/time-zones'
import { diallable } from '#domain/notifications/recipient'
import type { Events } from '#server/events'
import { recordAudit } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, type FieldErrors } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { alertTimesFrom, alertTimesOfGroups, wireAlertTimes } from '#server/rooms/groups/index'
import {
  personAuditName,
  findUser,
  lockUserForUpdate,
  updateUserRow,
  type UserChange,
  type UserRow,
} from '#server/rooms/users/index'
import { pushRoutes } from './push.ts'
import { pushSubscriptionsOf } from '#server/rooms/notifications/store/push'
import { sendTest } from '#server/rooms/notifications/settings/send-test'
import {
  alertTimesOfPeople,
  deletePosition,
  positionsOf,
  saveAlertTimes,
  savePosition,
} from '#server/rooms/notifications/store/settings'

export interface SettingsDeps {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly secrets: Secrets
  readonly vapidPublicKey: string
  readonly simulated: boolean
}

/** Document 2 section 6, 'Alert Mode selector'. */
const geofenceRule = { roles: adminRoles, permissions: ['geofence.alerts.access'] } as const

type Input = Pick<
  NotificationSettings,
  | 'declinesNotifications'
  | 'optOutForecast'
  | 'precipitationNotification'
  | 'severeWeatherNotification'
  | 'outerRingNotification'
  | 'proactiveForecastNotification'
  | 'emailNotifications'
  | 'notificationType'
  | 'geofenceAlertsEnabled'
  | 'alertTimesEnabled'
  | 'timeZone'
>

function wireSettings(row: UserRow): Input {
  return {
    declinesNotifications: row.declines_notifications,
    optOutForecast: row.opt_out_forecast,
    precipitationNotification: row.precipitation_notification,
    severeWeatherNotification: row.severe_weather_notification,
    outerRingNotification: row.outer_ring_notification,
    proactiveForecastNotification: row.proactive_forecast_notification,
    emailNotifications: row.email_notifications,
    notificationType: row.sms_notifications ? 1 : 0,
    geofenceAlertsEnabled: row.geofence_alerts_enabled,
    alertTimesEnabled: row.alert_times_enabled,
    timeZone: row.time_zone,
  }
}

function columnsOf(body: Input, row: UserRow): UserChange {
  return {
    declines_notifications: body.declinesNotifications,
    opt_out_forecast: body.optOutForecast,
    precipitation_notification: body.precipitationNotification,
    severe_weather_notification: body.severeWeatherNotification,
    outer_ring_notification: body.outerRingNotification,
    proactive_forecast_notification: body.proactiveForecastNotification,
    email_notifications: body.emailNotifications,
    sms_notifications: body.notificationType === 1,
    geofence_alerts_enabled: body.geofenceAlertsEnabled,
    alert_times_enabled: body.alertTimesEnabled,
    time_zone: body.timeZone,
    // Turning email on is a new opt-in.
    email_unsubscribed_at: body.emailNotifications ? null : row.email_unsubscribed_at,
  }
}

function faultsIn(body: Input, row: UserRow, caller: Caller): FieldErrors {
  const errors: FieldErrors = {}
  if (!isTimeZone(body.timeZone)) errors['TimeZone'] = ['is not a time zone']
  if (body.notificationType === 1 && diallable(row.phone_number) === null)
    errors['NotificationType'] = ['needs a phone number in your profile']
  const isMoreGeofence = body.geofenceAlertsEnabled && !row.geofence_alerts_enabled
  if (isMoreGeofence && !may(caller, geofenceRule))
    errors['GeofenceAlertsEnabled'] = ['is not available for your account']
  if (!body.alertTimesEnabled && !body.geofenceAlertsEnabled && !may(caller, geofenceRule))
    errors['AlertTimesEnabled'] = ['cannot be turned off']
  return errors
}

/** Routes for a person's own settings for how and when they are notified. */
export function settingsRoutes({ db, bus, secrets, vapidPublicKey, simulated }: SettingsDeps): Served[] {
  async function own({ customerId, id }: Caller, from: Db = db): Promise<UserRow> {
    const row = await findUser(from, customerId, id)
    if (!row) throw notFound('Your account')
    return row
  }

  async function settingsOf(row: UserRow): Promise<NotificationSettings> {
    const position = (await positionsOf(db, row.customer_id, [row.id])).get(row.id)
    return {
      ...wireSettings(row),
      email: row.email,
      phoneNumber: row.phone_number,
      emailUnsubscribed: row.email_unsubscribed_at?.toISOString() ?? null,
      pushDevices: (await pushSubscriptionsOf(db, row.customer_id, [row.id])).length,
      positionAt: position ? new Date(position.atMs).toISOString() : null,
      version: row.version,
    }
  }

  async function timesOf(from: Db, row: UserRow): Promise<OwnAlertTimes> {
    const ownTimes = (await alertTimesOfPeople(from, row.customer_id, [row.id])).get(row.id)
    const groupId = row.user_group_id
    const groupTimes =
      groupId === null
        ? []
        : ((await alertTimesOfGroups(from, row.customer_id, [groupId])).get(groupId) ?? [])
    return {
      isOwn: ownTimes !== undefined,
      groupName: row.group_name,
      alertTimes: wireAlertTimes(ownTimes ?? groupTimes),
      version: row.alert_times_version,
    }
  }

  function record(
    tx: Tx,
    { caller, now, requestId }: Doing,
    row: UserRow,
    action: string,
    change: object = {},
  ): Promise<void> {
    return recordAudit(
      tx,
      { by: caller, customerId: row.customer_id, action, target: personAuditName(row), ...change, requestId },
      now,
    )
  }

  return [
    serve(getNotificationSettings, async ({ caller }) => settingsOf(await own(caller))),

    serve(setNotificationSettings, async ({ body: { version, ...asked }, ...doing }) => {
      const row = await own(doing.caller)
      const outerRingNotification = asked.outerRingNotification ?? row.outer_ring_notification
      const body = { ...asked, outerRingNotification }
      const errors = faultsIn(body, row, doing.caller)
      if (Object.keys(errors).length > 0) throw badInput(errors)
      await db.transaction().execute(async tx => {
        const held = await lockUserForUpdate(tx, row.customer_id, row.id)
        if (held) assertNotOvertaken(setNotificationSettings, version, await settingsOf(held))
        await updateUserRow(tx, row.customer_id, row.id, columnsOf(body, row))
        const change = { before: wireSettings(row), after: body }
        await record(tx, doing, row, 'notification settings changed', change)
      })
      return settingsOf(await own(doing.caller))
    }),

    serve(getAlertTimes, async ({ caller }) => timesOf(db, await own(caller))),

    serve(setAlertTimes, async ({ body, ...doing }) => {
      const { customerId, id } = doing.caller
      const errors: FieldErrors = {}
      const times = body.alertTimes.length === 0 ? [] : alertTimesFrom(body.alertTimes, errors)
      if (Object.keys(errors).length > 0) throw badInput(errors)
      return db.transaction().execute(async tx => {
        const row = await lockUserForUpdate(tx, customerId, id)
        if (!row) throw notFound('Your account')
        const before = await timesOf(tx, row)
        assertNotOvertaken(setAlertTimes, body.version, before)
        await saveAlertTimes(tx, customerId, id, times)
        const after = await timesOf(tx, await own(doing.caller, tx))
        await record(tx, doing, row, 'alert times changed', { before, after })
        return after
      })
    }),

    serve(testNotification, async ({ caller, now }) => {
      const channels = await sendTest({ db, secrets, simulated }, await own(caller), now)
      bus.publish('outbox-filled', {})
      return { channels: [...channels] }
    }),

    // Positions are sent often and are private, so the audit log does not contain them.
    serve(setPosition, async ({ caller, body, now }) => {
      const row = await own(caller)
      if (!row.geofence_alerts_enabled) throw badInput({ ServerErrors: ['Geofence alerts are turned off.'] })
      await savePosition(db, row.customer_id, row.id, body, now)
      return null
    }),
    serve(forgetPosition, async ({ caller }) => {
      await deletePosition(db, caller.customerId, caller.id)
      return null
    }),

    ...pushRoutes({ db, secrets, vapidPublicKey, own, record }),
  ]
}
