import type { Area } from '#domain/geo/area'
import type { Source, SourceKind } from './source.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

const country: Area = { kind: 'continental-us' }
const world: Area = { kind: 'world' }

type Simulated = Pick<Source, 'name' | 'area' | 'positionErrorMiles' | 'provesAbsence'> & {
  readonly usualLatencyMs: number
}

/** What the simulated world reports. Its lists are complete, so anything that is missing does not exist. */
export const simulatedSources = {
  lightning: {
    name: 'Simulated lightning',
    area: country,
    usualLatencyMs: 2 * secondMs, // a network takes a moment to locate a strike
    positionErrorMiles: 0.3,
    provesAbsence: true,
  },
  observations: {
    name: 'Simulated observations',
    area: country,
    usualLatencyMs: 5 * secondMs,
    positionErrorMiles: null,
    provesAbsence: false,
  },
  forecasts: {
    name: 'Simulated forecasts',
    area: world,
    usualLatencyMs: secondMs,
    positionErrorMiles: null,
    provesAbsence: false,
  },
  alerts: {
    name: 'Simulated weather-service alerts',
    area: country,
    usualLatencyMs: minuteMs,
    positionErrorMiles: null,
    provesAbsence: true,
  },
  'air quality': {
    name: 'Simulated air quality',
    area: country,
    usualLatencyMs: minuteMs,
    positionErrorMiles: null,
    provesAbsence: false,
  },
  'storm cells': {
    name: 'Simulated storm cells',
    area: country,
    usualLatencyMs: minuteMs,
    positionErrorMiles: null,
    provesAbsence: true,
  },
  radar: {
    name: 'Simulated radar',
    area: world,
    usualLatencyMs: 30 * secondMs,
    positionErrorMiles: null,
    provesAbsence: false, // areas that no radar covers are not shown as dry
  },
  tropics: {
    name: 'Simulated tropics',
    area: world,
    usualLatencyMs: minuteMs,
    positionErrorMiles: null,
    provesAbsence: true,
  },
  'surface analysis': {
    name: 'Simulated surface analysis',
    area: country,
    usualLatencyMs: minuteMs,
    positionErrorMiles: null,
    provesAbsence: true,
  },
  'road conditions': {
    name: 'Simulated road conditions',
    area: country,
    usualLatencyMs: 30 * secondMs,
    positionErrorMiles: null,
    provesAbsence: false,
  },
} as const satisfies Record<SourceKind, Simulated>
