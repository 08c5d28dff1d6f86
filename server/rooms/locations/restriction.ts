import { inContinentalUs } from '#domain/geo/continental-us'

/** What should be said to a person before they add a location at a place. */
export function restrictionAt(
  latitude: number,
  longitude: number,
): { title: string; message: string; display: boolean } {
  if (inContinentalUs(latitude, longitude)) return { title: '', message: '', display: false }
  return {
    title: 'Outside the lightning coverage area',
    message:
      'Lightning is covered in the continental United States. You can add this location, but its lightning status may stay Unknown.',
    display: true,
  }
}
