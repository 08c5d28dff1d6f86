import type { Served } from '#server/platform/http/serve'
import { createHomeAssistantNews, type HomeAssistantNews, type HomeAssistantNewsDeps } from './news.ts'
import { homeAssistantRoutes, type HomeAssistantRouteDeps } from './routes.ts'

export type HomeAssistantDeps = HomeAssistantNewsDeps & HomeAssistantRouteDeps

export interface HomeAssistant extends HomeAssistantNews {
  readonly routes: readonly Served[]
}

/** Publishes the state of places over MQTT, with Home Assistant discovery. */
export function createHomeAssistant(deps: HomeAssistantDeps): HomeAssistant {
  return { ...createHomeAssistantNews(deps), routes: homeAssistantRoutes(deps) }
}
