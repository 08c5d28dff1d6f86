/*
 * The air around a globe and a wick in Liljegren's model. Temperatures are in kelvin, pressures in hPa. Use these
 * formulas together and only for this model; callers have validated the numbers.
 */

/** Heat capacity of air, J/(kg K). */
const heatCapacity = 1003.5
const airMass = 28.97
const waterMass = 18.015
const gasConstant = 8314.34 / airMass

export const freezingK = 273.15
export const prandtl = heatCapacity / (heatCapacity + 1.25 * gasConstant)
export const psychrometricRatio = (heatCapacity * airMass) / waterMass

const globeDiameterM = 0.0508
export const wickDiameterM = 0.007

/** Air is never completely still around a warm body. */
export const leastWindMs = 0.13

/** Buck, 1981, with his correction for moist air. */
export function saturationAtHpa(kelvin: number): number {
  return 1.004 * 6.1121 * Math.exp((17.502 * (kelvin - freezingK)) / (kelvin - 32.18))
}

export function dewPointK(vapourHpa: number): number {
  const share = Math.log(vapourHpa / (6.1121 * 1.004))
  return freezingK + (240.97 * share) / (17.502 - share)
}

/** kg/(m s). */
export function viscosity(kelvin: number): number {
  const collisions = ((kelvin / 97 - 2.9) / 0.4) * -0.034 + 1.048
  return (2.6693e-6 * Math.sqrt(airMass * kelvin)) / (3.617 ** 2 * collisions)
}

/** W/(m K). */
export function conductivity(kelvin: number): number {
  return (heatCapacity + 1.25 * gasConstant) * viscosity(kelvin)
}

/** Diffusivity of water vapor in air, m2/s, from the critical temperatures and pressures of both. */
export function diffusivity(kelvin: number, pressureHpa: number): number {
  const criticalTemps = 132 * 647.3
  const criticalPressures = 36.4 * 218
  const spread =
    3.64e-4 *
    (kelvin / Math.sqrt(criticalTemps)) ** 2.334 *
    criticalPressures ** (1 / 3) *
    criticalTemps ** (5 / 12) *
    Math.sqrt(1 / airMass + 1 / waterMass)
  return (spread / (pressureHpa / 1013.25)) * 1e-4
}

/** Heat of evaporation, J/kg. */
export function latentHeat(kelvin: number): number {
  return 2.4073e6 - (71_100 * (313.15 - kelvin)) / 30
}

/** Emissivity of the atmosphere. */
export function skyEmissivity(vapourHpa: number): number {
  return 0.575 * vapourHpa ** 0.143
}

/** kg/m3. */
export function density(kelvin: number, pressureHpa: number): number {
  return (100 * pressureHpa) / (gasConstant * kelvin)
}

function reynolds(kelvin: number, pressureHpa: number, windMs: number, diameterM: number): number {
  return (Math.max(windMs, leastWindMs) * density(kelvin, pressureHpa) * diameterM) / viscosity(kelvin)
}

/** Convective heat transfer coefficient of the globe, W/(m2 K). */
export function globeTransfer(kelvin: number, pressureHpa: number, windMs: number): number {
  const flow = reynolds(kelvin, pressureHpa, windMs, globeDiameterM)
  return ((2 + 0.6 * Math.sqrt(flow) * prandtl ** 0.3333) * conductivity(kelvin)) / globeDiameterM
}

/** Convective heat transfer coefficient of the wick, W/(m2 K). */
export function wickTransfer(kelvin: number, pressureHpa: number, windMs: number): number {
  const flow = reynolds(kelvin, pressureHpa, windMs, wickDiameterM)
  return (0.281 * flow ** 0.6 * prandtl ** 0.44 * conductivity(kelvin)) / wickDiameterM
}
