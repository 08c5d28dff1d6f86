import { describe, expect, it } from 'vitest'
import { countryAt } from './country-at.ts'

const at = (latitude: number, longitude: number) => countryAt({ latitude, longitude })

describe("a place's country", () => {
  it.each([
    ['Toronto', 43.65, -79.38],
    ['Windsor, across the river from Detroit', 42.31, -83.03],
    ['Niagara Falls, ON', 43.1, -79.07],
    ['Osoyoos, which the map of time zones puts into Washington', 49.03, -119.47],
    ['Rainy River, ON', 48.72, -94.56],
    ['Campobello Island', 44.88, -66.95],
    ['Pelee Island', 41.77, -82.66],
    ['Stewart, BC', 55.94, -130],
    ["St. John's", 47.56, -52.71],
    ['Alert', 82.5, -62.3],
    ['the Canadian half of Lake Ontario', 43.6, -78.9],
  ])('is Canada for %s', (_, latitude, longitude) => expect(at(latitude, longitude)).toBe('CA'))

  it.each([
    ['Detroit', 42.33, -83.05],
    ['Niagara Falls, NY', 43.09, -79.05],
    ['Blaine, WA, which the map of time zones puts into British Columbia', 48.99, -122.74],
    ['Point Roberts', 48.98, -123.07],
    ['Ogdensburg, NY', 44.69, -75.48],
    ['Calais, ME', 45.18, -67.28],
    ['Eastport, ME', 44.9, -66.98],
    ['Lubec, ME', 44.86, -66.98],
    ['the Northwest Angle', 49.35, -95.1],
    ['Hyder, AK', 55.92, -130.02],
    ['Juneau', 58.3, -134.4],
    ['Isle Royale', 47.99, -88.9],
    ['Lake Michigan', 43.5, -87],
    ['Norman, OK', 35.22, -97.44],
    ['El Paso', 31.76, -106.49],
    ['Honolulu', 21.31, -157.86],
    ['San Juan', 18.47, -66.11],
    ['Guam', 13.47, 144.75],
    ['Adak', 51.88, -176.65],
    ['the Gulf of Mexico', 27, -90],
    ['the waters off California', 35, -126],
    ['the waters off Alaska', 58, -150],
  ])('is the United States for %s', (_, latitude, longitude) => expect(at(latitude, longitude)).toBe('US'))

  it.each([
    ['Nuuk', 64.18, -51.7],
    ['Paris', 48.85, 2.35],
    ['Ciudad Juárez', 31.69, -106.42],
    ['Nassau', 25.05, -77.35],
    ['the North Sea', 57, 2],
    ['the Atlantic, 280 miles from Cape Hatteras', 33, -72],
    ['the North Pole', 90, 0],
    ['nowhere', NaN, NaN],
  ])('is neither for %s', (_, latitude, longitude) => expect(at(latitude, longitude)).toBeNull())
})
