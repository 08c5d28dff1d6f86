/** Our weather codes for the WMO codes that Open-Meteo uses (https://open-meteo.com/en/docs). */
const codes: ReadonlyMap<number, string> = new Map([
  [0, '0002'],
  [1, '0004'],
  [2, '9003'],
  [3, '0012'],
  [45, '0021'],
  [48, '0021'],
  [51, '0013'],
  [53, '0013'],
  [55, '0013'],
  // There is no code for ice. Freezing precipitation is drawn and counted as snow, as the specification groups its
  // icons.
  [56, '0016'],
  [57, '0016'],
  [61, '0013'],
  [63, '0014'],
  [65, '9100'],
  [66, '0016'],
  [67, '0016'],
  [71, '0011'],
  [73, '0016'],
  [75, '0017'],
  [77, '0011'],
  [80, '0013'],
  [81, '0014'],
  [82, '9100'],
  [85, '0016'],
  [86, '0017'],
  [95, '0019'],
  [96, '0019'],
  [99, '9200'],
])

/** Returns null for anything but one of these codes. */
export function weatherCodeOfWmo(code: number | null): string | null {
  return code === null ? null : (codes.get(code) ?? null)
}
