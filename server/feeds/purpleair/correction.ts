/** The reading at which the correction becomes a curve: in thick smoke these sensors read too low, not too high. */
const smoke = 343

/**
 * Applies the U.S. EPA's 2021 correction for the mean of both lasers (`cf_1`) and the relative humidity inside the
 * case. Null without a humidity: an uncorrected value may be twice the true one.
 */
export function correctedPm25(mean: number, humidityPercent: number | null): number | null {
  if (mean < 0) return null
  if (mean > smoke) return 0.46 * mean + 3.93e-4 * mean ** 2 + 2.97
  if (humidityPercent === null || humidityPercent < 0 || humidityPercent > 100) return null
  return Math.max(0, 0.52 * mean - 0.086 * humidityPercent + 5.75)
}

/**
 * Returns whether one of two lasers is dirty or broken: more than 5 µg/m³ and more than 70 % apart. The EPA drops a
 * pair by these limits (its sensortoolkit, after Barkjohn et al. 2021, doi.org/10.5194/amt-14-4617-2021).
 */
export function disagree(a: number, b: number): boolean {
  const apart = Math.abs(a - b)
  return apart > 5 && apart > 0.7 * ((a + b) / 2)
}
