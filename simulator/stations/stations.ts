import type { Station } from '#domain/conditions/reading'
import { airportRows } from './airports.ts'
import { simulatedSource } from '#domain/feeds/source'
import { demoPlaces } from '#simulator/world'

/** Returns the simulated world's airports: real ones, spread over the lower 48 states. */
export function metarStations(): Station[] {
  return airportRows.map(([id, name, state, latitude, longitude, elevationFeet, timeZone]) => ({
    id,
    source: simulatedSource,
    network: 'metar',
    name: `${name}, ${state}`,
    latitude,
    longitude,
    elevationFeet,
    timeZone,
  }))
}

/** The names of the demo customer's own stations, and how far north and east of their places they are. */
const sites: Readonly<Record<string, readonly [name: string, northDegrees: number, eastDegrees: number]>> = {
  Norman: ['Norman High School', 0.005, -0.006],
  Phoenix: ['Phoenix Encanto Park', 0.008, -0.005],
  Tampa: ['Tampa Riverfront Stadium', -0.004, -0.008],
  Fresno: ['Fresno County Fairgrounds', -0.006, 0.007],
  Buffalo: ['Buffalo Harbor Terminal', -0.007, -0.004],
  Amarillo: ['Amarillo Construction Yard', 0.004, 0.009],
}

/** Returns one weather station for each of the demo's places, less than a mile from it. */
export function demoStations(): Station[] {
  return demoPlaces.map(place => {
    const [name, northDegrees, eastDegrees] = sites[place.name] ?? [place.name, 0, 0]
    return {
      id: `wxs-${place.name.toLowerCase()}`,
      source: simulatedSource,
      network: 'station',
      name,
      latitude: Number((place.latitude + northDegrees).toFixed(4)),
      longitude: Number((place.longitude + eastDegrees).toFixed(4)),
      elevationFeet: place.elevationFeet,
      timeZone: place.timeZone,
    }
  })
}
