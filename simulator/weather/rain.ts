/** The weakest echo that counts as rain, and the strongest: any stronger echo is hail. */
const weakestDbz = 5
const hailDbz = 53
const mmPerInch = 25.4

/** Applies the radar network's usual relation for convective rain: Z = 300 R^1.4. */
export function rainInchesPerHour(reflectivityDbz: number): number {
  if (reflectivityDbz < weakestDbz) return 0
  const z = 10 ** (Math.min(reflectivityDbz, hailDbz) / 10)
  return (z / 300) ** (1 / 1.4) / mmPerInch
}
