/** A place of the demo: an organization location, and a location of each person who has it. */
export interface DemoPlace {
  readonly name: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  /** In miles, by zone; 0 means the ring is off. */
  readonly radii: readonly [number, number, number, number]
  /** The work-rest template used there. */
  readonly workRest?: 'TB MED 507' | 'NIOSH REL'
  /** The user groups that it belongs to. */
  readonly groups: readonly string[]
}

/** Together, the places cover every hazard: storms, heat, the tropics, smoke, snow and wind. */
export const demoPlaces: readonly DemoPlace[] = [
  {
    name: 'Norman Stadium',
    address: '1185 Asp Ave, Norman, OK',
    latitude: 35.2058,
    longitude: -97.4423,
    radii: [8, 16, 26, 40],
    workRest: 'NIOSH REL',
    groups: ['Grounds', 'Athletics', 'Security'],
  },
  {
    name: 'Phoenix Yard',
    address: 'Phoenix, AZ',
    latitude: 33.4484,
    longitude: -112.074,
    radii: [10, 20, 30, 0],
    workRest: 'TB MED 507',
    groups: ['Facilities'],
  },
  {
    name: 'Tampa Pier',
    address: 'Tampa, FL',
    latitude: 27.9425,
    longitude: -82.4518,
    radii: [8, 15, 25, 0],
    groups: ['Summer Camp', 'Security'],
  },
  {
    name: 'Fresno Fields',
    address: 'Fresno, CA',
    latitude: 36.7378,
    longitude: -119.7871,
    radii: [10, 20, 0, 0],
    groups: ['Grounds'],
  },
  {
    name: 'Buffalo Depot',
    address: 'Buffalo, NY',
    latitude: 42.8864,
    longitude: -78.8784,
    radii: [10, 20, 30, 0],
    groups: ['Facilities'],
  },
  {
    name: 'Amarillo Crane',
    address: 'Amarillo, TX',
    latitude: 35.222,
    longitude: -101.8313,
    radii: [10, 0, 0, 0],
    workRest: 'TB MED 507',
    groups: ['Grounds', 'Facilities'],
  },
]

export const otherPlaces: readonly DemoPlace[] = [
  {
    name: 'Tulsa Hall',
    address: 'Tulsa, OK',
    latitude: 36.154,
    longitude: -95.9928,
    radii: [10, 20, 30, 0],
    groups: ['Staff', 'Show Nights'],
  },
]
