const settings = {
  make: 'Make of the instrument, which decides how its messages are received and read',
  name: 'Name of the instrument',
  latitude: 'Latitude of the instrument',
  longitude: 'Longitude of the instrument',
  elevationFeet: 'Height of the instrument above sea level in feet; null if unknown',
  organizationLocationId: 'Organization location that the instrument is at; null for none',
  address: 'Address at which the server polls the instrument for its values; null if it sends them itself',
  serial: 'Serial number of an instrument that sends no ID; null if it sends one',
  windHeightFeet:
    'Height of the anemometer above ground in feet. Wind is then converted to 33 feet; null leaves it as sent',
  raisesDelays: 'Whether strikes that the instrument reports start delays at your locations',
  mapping: 'For JSON of any shape: which value each field holds. Empty for every other make',
  apiKey: 'Key of the provider, encrypted at rest and never returned. Omit to keep the current one',
} as const

const settingsOf = (call: string) =>
  Object.fromEntries(Object.entries(settings).map(([field, meaning]) => [`${call}.${field}`, meaning]))

/** Descriptions of the fields of customers' own instruments. */
export const meaningsOfInstruments: Readonly<Record<string, string>> = {
  ...settingsOf('addInstrument'),
  ...settingsOf('updateInstrument'),
  'getInstrument.id': 'Instrument ID',
  'updateInstrument.id': 'Instrument ID',
  'changeInstrumentKey.id': 'Instrument ID',
  'removeInstrument.id': 'Instrument ID',
  'mapping.path': 'Path of the field in the message, such as `outside.temp` or `sensors[0].value`',
  'mapping.measure': 'Value that the field holds',
  'mapping.unit': 'Unit of the field',
  calibration: 'Corrections, at most one for each value',
  'calibration.measure': 'Value to correct',
  'calibration.offset': 'Added after the factor, in the unit of the value',
  'calibration.factor': 'What the value is multiplied by',
  'calibration.since': 'Day on which the correction was measured',
  lastStrikeWithinMiles:
    'For a strike of unknown direction: the greatest distance it may have had, in miles; null if its position is known',
  circles:
    'Strikes that your organization’s own sensors detected, each on a circle around its sensor. In a location’s state, a list of latitude, longitude, time in milliseconds since 1970, error and radius in miles',
  'circles.circleMiles': 'Distance of the strike from the sensor, in miles; its direction is unknown',
  'circles.errorMiles': 'Error of that distance, in miles',
  disagreement: 'The differing value from another of your stations at the place; null if none disagrees',
  'health.model': 'Model, as the instrument reports it; null if it does not',
}
