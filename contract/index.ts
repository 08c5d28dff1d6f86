import type { Call } from './call.ts'
import * as advisories from './weather/advisories.ts'
import * as airQuality from './weather/air-quality.ts'
import * as apiTokens from './people/api-tokens.ts'
import * as cameras from './devices/cameras.ts'
import * as analytics from './people/analytics.ts'
import * as conditions from './weather/conditions.ts'
import * as customers from './people/customers.ts'
import * as deviceRegister from './devices/device-register.ts'
import * as forecasts from './weather/forecasts.ts'
import * as groups from './people/groups.ts'
import * as hardware from './devices/hardware.ts'
import * as heatStress from './weather/heat-stress.ts'
import * as identity from './people/identity.ts'
import * as informacast from './messages/informacast.ts'
import * as instruments from './devices/instruments.ts'
import * as lightning from './weather/lightning.ts'
import * as live from './live.ts'
import * as locations from './places/locations.ts'
import * as mapLightning from './weather/map-lightning.ts'
import * as massNotify from './messages/mass-notify.ts'
import * as notificationSettings from './messages/notification-settings.ts'
import * as notifications from './messages/notifications.ts'
import * as observations from './weather/observations.ts'
import * as outbox from './messages/outbox.ts'
import * as people from './people/people.ts'
import * as placeFeeds from './places/place-feeds.ts'
import * as policies from './places/policies.ts'
import * as policyChanges from './places/policy-changes.ts'
import * as privacy from './people/privacy.ts'
import * as protection from './devices/protection.ts'
import * as publicAddress from './devices/public-address.ts'
import * as radar from './weather/radar.ts'
import * as reports from './messages/reports.ts'
import * as satellite from './weather/satellite.ts'
import * as passkeys from './people/passkeys.ts'
import * as secondFactor from './people/second-factor.ts'
import * as sessions from './people/sessions.ts'
import * as sirens from './devices/sirens.ts'
import * as speech from './devices/speech.ts'
import * as sso from './people/sso.ts'
import * as stations from './devices/stations.ts'
import * as status from './status.ts'
import * as storms from './weather/storms.ts'
import * as surface from './weather/surface.ts'
import * as tropics from './weather/tropics.ts'
import * as users from './people/users.ts'
import * as widgets from './messages/widgets.ts'
import * as warnings from './places/warnings.ts'
import * as webhooks from './messages/webhooks.ts'

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
  'api-tokens': callsIn(apiTokens),
  cameras: callsIn(cameras),
  analytics: callsIn(analytics),
  conditions: callsIn(conditions),
  customers: callsIn(customers),
  forecasts: callsIn(forecasts),
  groups: callsIn(groups),
  hardware: [...callsIn(hardware), ...callsIn(protection), ...callsIn(sirens), ...callsIn(deviceRegister)],
  'heat-stress': callsIn(heatStress),
  identity: [...callsIn(identity), ...callsIn(sessions), ...callsIn(secondFactor), ...callsIn(passkeys)],
  instruments: callsIn(instruments),
  integrations: [...callsIn(informacast), ...callsIn(webhooks), ...callsIn(placeFeeds)],
  lightning: [...callsIn(lightning), ...callsIn(mapLightning), ...callsIn(satellite)],
  live: callsIn(live),
  locations: callsIn(locations),
  'mass-notify': callsIn(massNotify),
  notifications: [...callsIn(notifications), ...callsIn(notificationSettings), ...callsIn(outbox)],
  policies: [...callsIn(policies), ...callsIn(policyChanges), ...callsIn(warnings)],
  privacy: callsIn(privacy),
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
