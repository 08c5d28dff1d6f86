import type { Call } from './call.ts'
import * as advisories from './advisories.ts'
import * as airQuality from './air-quality.ts'
import * as cameras from './cameras.ts'
import * as analytics from './analytics.ts'
import * as conditions from './conditions.ts'
import * as customers from './customers.ts'
import * as deviceRegister from './device-register.ts'
import * as forecasts from './forecasts.ts'
import * as groups from './groups.ts'
import * as hardware from './hardware.ts'
import * as heatStress from './heat-stress.ts'
import * as identity from './identity.ts'
import * as informacast from './informacast.ts'
import * as lightning from './lightning.ts'
import * as live from './live.ts'
import * as locations from './locations.ts'
import * as mapLightning from './map-lightning.ts'
import * as massNotify from './mass-notify.ts'
import * as notificationSettings from './notification-settings.ts'
import * as notifications from './notifications.ts'
import * as observations from './observations.ts'
import * as outbox from './outbox.ts'
import * as people from './people.ts'
import * as placeFeeds from './place-feeds.ts'
import * as policies from './policies.ts'
import * as policyChanges from './policy-changes.ts'
import * as protection from './protection.ts'
import * as publicAddress from './public-address.ts'
import * as radar from './radar.ts'
import * as reports from './reports.ts'
import * as satellite from './satellite.ts'
import * as sirens from './sirens.ts'
import * as speech from './speech.ts'
import * as sso from './sso.ts'
import * as stations from './stations.ts'
import * as status from './status.ts'
import * as storms from './storms.ts'
import * as surface from './surface.ts'
import * as tropics from './tropics.ts'
import * as users from './users.ts'
import * as widgets from './widgets.ts'
import * as warnings from './warnings.ts'
import * as webhooks from './webhooks.ts'

function callsIn(room: Record<string, unknown>): Call[] {
  return Object.values(room).filter(
    (entry): entry is Call =>
      typeof entry === 'object' && entry !== null && 'who' in entry && 'method' in entry,
  )
}

/** Every call, by the room that handles it. */
export const callsByRoom: Readonly<Record<string, readonly Call[]>> = {
  advisories: callsIn(advisories),
  'air-quality': callsIn(airQuality),
  cameras: callsIn(cameras),
  analytics: callsIn(analytics),
  conditions: callsIn(conditions),
  customers: callsIn(customers),
  forecasts: callsIn(forecasts),
  groups: callsIn(groups),
  hardware: [...callsIn(hardware), ...callsIn(protection), ...callsIn(sirens), ...callsIn(deviceRegister)],
  'heat-stress': callsIn(heatStress),
  identity: callsIn(identity),
  integrations: [...callsIn(informacast), ...callsIn(webhooks), ...callsIn(placeFeeds)],
  lightning: [...callsIn(lightning), ...callsIn(mapLightning), ...callsIn(satellite)],
  live: callsIn(live),
  locations: callsIn(locations),
  'mass-notify': callsIn(massNotify),
  notifications: [...callsIn(notifications), ...callsIn(notificationSettings), ...callsIn(outbox)],
  policies: [...callsIn(policies), ...callsIn(policyChanges), ...callsIn(warnings)],
  'public-address': callsIn(publicAddress),
  radar: callsIn(radar),
  reports: callsIn(reports),
  speech: callsIn(speech),
  sso: callsIn(sso),
  stations: [...callsIn(stations), ...callsIn(observations)],
  status: callsIn(status),
  storms: callsIn(storms),
  surface: callsIn(surface),
  tropics: callsIn(tropics),
  users: [...callsIn(users), ...callsIn(people)],
  widgets: callsIn(widgets),
}

export const allCalls: readonly Call[] = Object.values(callsByRoom).flat()
