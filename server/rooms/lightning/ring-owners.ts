import type { LocationRings } from '#server/rooms/locations/index'
import { canaryPlace } from './canary.ts'

/** Rings that are on no dashboard: those of sirens and widgets. */
export interface Posts {
  all(): readonly LocationRings[]
  find(id: number): LocationRings | undefined
}

/** Location IDs stay below this number. */
const firstPost = 2 ** 31

/** The ID under which a siren's ring is watched. */
export const sirenRingId = (deviceId: number) => firstPost + deviceId
/** The first ID for the rings of widgets. */
const firstWidgetPost = firstPost + 2 ** 30
export const widgetPostOf = (widgetId: number) => firstWidgetPost + widgetId
export const isWidgetPost = (id: number) => id >= firstWidgetPost
export const isPost = (id: number) => id >= firstPost

/** Whether this is a user's location, not the canary's, a siren's or a widget's. */
export const isUserLocation = (id: number) => id !== canaryPlace.id && !isPost(id)
