import type { LiveEvent } from '#contract/live'
import type { LiveMessage } from '#domain/lightning/live-states'
import { advisoriesKey } from '#web/data/weather/advisories.ts'
import { askAfresh, putAnswer } from '#web/data/requests/ask-again.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { proactiveForecastsKey } from '#web/data/weather/forecasts.ts'
import { hardwareKey } from '#web/data/devices/hardware-key.ts'
import { refreshLocations } from '#web/data/places/locations.ts'
import { askForNotificationsSoon } from '#web/data/messages/notifications.ts'
import { ownPoliciesKey } from '#web/data/policies/own-policies.ts'
import { warningsKey } from '#web/data/policies/warnings.ts'

/** Events that never cause a notification. */
const untold: readonly LiveEvent['kind'][] = ['locations-changed', 'policies-changed', 'hardware-changed']

/** Writes the stream's other events into the query cache. */
export function subscribeToOthers(event: Exclude<LiveEvent, { kind: LiveMessage<unknown>['kind'] }>): void {
  if (!untold.includes(event.kind)) askForNotificationsSoon()
  switch (event.kind) {
    case 'warnings':
      putAnswer(warningsKey(event.locationId), event.warnings)
      break
    case 'proactive-forecasts':
      putAnswer(proactiveForecastsKey(event.locationId), event.forecasts)
      break
    case 'advisories':
      // Unknown is not the same as none. A refetch determines which it is.
      if (event.advisories) putAnswer(advisoriesKey(event.locationId), event.advisories)
      else void queryClient.resetQueries({ queryKey: advisoriesKey(event.locationId) })
      break
    case 'policies-changed':
      askAfresh(ownPoliciesKey)
      break
    case 'hardware-changed':
      askAfresh(hardwareKey)
      break
    case 'locations-changed':
      refreshLocations()
  }
}
