import { startRoadEngine, type RoadEngineDeps } from './engine.ts'

/** Road conditions, now and for a day, as images. */
export function createRoads(deps: RoadEngineDeps): void {
  startRoadEngine(deps)
}
