/** Lightning and radar cover this area completely; the bounds are included. */
const continentalUs = { south: 24.5, north: 49, west: -126, east: -67 } as const

export function inContinentalUs(latitude: number, longitude: number): boolean {
  const { south, north, west, east } = continentalUs
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
