import type { LocationRings } from '#server/rooms/locations/index'
import { canaryPlace } from './canary.ts'

/** Rings that stand on nobody's dashboard: those of sirens and of widgets. */
export interface Posts {
  all(): readonly LocationRings[]
  find(id: number): LocationRings | undefined
}

/** No location has a number from here on. */
const firstPost = 2 ** 31

/** The number under which the ring of a siren is watched. */
export const sirenRingId = (deviceId: number) => firstPost + deviceId
/** And that of a widget. */
const firstWidgetPost = firstPost + 2 ** 30
export const widgetPostOf = (widgetId: number) => firstWidgetPost + widgetId
export const isWidgetPost = (id: number) => id >= firstWidgetPost
export const isPost = (id: number) => id >= firstPost

/** Whether somebody has this place: not the canary's, nor a siren's, nor a widget's. */
export const isUserLocation = (id: number) => id !== canaryPlace.id && !isPost(id)
