import { startRoadEngine, type RoadEngineDeps } from './engine.ts'

/** Road conditions, for now and for the next day, as images. */
export function createRoads(deps: RoadEngineDeps): void {
  startRoadEngine(deps)
}
