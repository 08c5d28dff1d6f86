import { rootBetween } from '#domain/conditions/formulas/solve'
import {
  density,
  dewPointK,
  diffusivity,
  freezingK,
  globeTransfer,
  latentHeat,
  prandtl,
  psychrometricRatio,
  saturationAtHpa,
  skyEmissivity,
  viscosity,
  wickDiameterM,
  wickTransfer,
} from './wbgt-air.ts'
import { leastCosZenith, type SolarLight } from './wbgt-sun.ts'

/*
 * The equilibrium temperature of a black globe and a wet wick in sun and wind, at which each loses as much heat as it
 * gains (Liljegren and others, 2008). The authors' program does not converge in cold gales and extreme heat because it
 * iterates; this one brackets the solution.
 */

const stefanBoltzmann = 5.6696e-8
const emissivity = 0.95
const globeAlbedo = 0.05
const wickAlbedo = 0.4
const groundEmissivity = 0.999
const groundAlbedo = 0.45
const wickLengthM = 0.0254
const wickEnds = wickDiameterM / (4 * wickLengthM)

export interface Air {
  readonly tempK: number
  readonly vapourHpa: number
  readonly pressureHpa: number
  /** At the height of the instrument, 2 m. */
  readonly windMs: number
}

/** Radiation without the sun, as a temperature to the fourth power. */
function warmthAround({ tempK, vapourHpa }: Air): number {
  return 0.5 * (skyEmissivity(vapourHpa) + groundEmissivity) * tempK ** 4
}

/** Zero at the horizon, where the direct terms would be zero times infinity. */
function directShare({ directFraction, cosZenith }: SolarLight): number {
  return cosZenith <= leastCosZenith ? 0 : directFraction
}

export function globeC(air: Air, light: SolarLight): number | null {
  const around = warmthAround(air)
  const direct = directShare(light)
  const sunSide = direct === 0 ? 0 : direct * (1 / (2 * light.cosZenith) - 1)
  const lit = 1 + groundAlbedo + sunSide
  const gained = around + (light.solarWm2 / (2 * emissivity * stefanBoltzmann)) * (1 - globeAlbedo) * lit
  const root = rootBetween(air.tempK - 40, air.tempK + 120, kelvin => {
    const transfer = globeTransfer((kelvin + air.tempK) / 2, air.pressureHpa, air.windMs)
    return gained - (transfer / (emissivity * stefanBoltzmann)) * (kelvin - air.tempK) - kelvin ** 4
  })
  return root === null ? null : root - freezingK
}

/** The natural wet bulb, exposed to light. */
export function naturalWetBulbC(air: Air, light: SolarLight): number | null {
  const around = warmthAround(air)
  const direct = directShare(light)
  const slant = direct === 0 ? 0 : Math.sqrt(1 - Math.min(1, light.cosZenith) ** 2) / light.cosZenith
  const lit = (1 - direct) * (1 + wickEnds) + direct * (slant / Math.PI + wickEnds) + groundAlbedo
  const sunlight = (1 - wickAlbedo) * light.solarWm2 * lit
  return wickC(air, kelvin => emissivity * stefanBoltzmann * (around - kelvin ** 4) + sunlight)
}

/** The same wick, shielded from radiation. */
export function shieldedWetBulbC(air: Air): number | null {
  return wickC(air, () => 0)
}

/** `gains` returns the heat gained from radiation, in W/m2, at a given wick temperature. */
function wickC(air: Air, gains: (kelvin: number) => number): number | null {
  const { tempK, vapourHpa, pressureHpa, windMs } = air
  const root = rootBetween(dewPointK(vapourHpa) - 30, tempK + 40, kelvin => {
    const saturated = saturationAtHpa(kelvin)
    // The wick would boil. In reality no wick gets that hot, and the formula breaks down there.
    if (saturated >= pressureHpa) return -Infinity
    const film = (kelvin + tempK) / 2
    const schmidt = viscosity(film) / (density(film, pressureHpa) * diffusivity(film, pressureHpa))
    const evaporated =
      (latentHeat(film) / psychrometricRatio) *
      ((saturated - vapourHpa) / (pressureHpa - saturated)) *
      (prandtl / schmidt) ** 0.56
    return tempK - evaporated + gains(kelvin) / wickTransfer(film, pressureHpa, windMs) - kelvin
  })
  return root === null ? null : root - freezingK
}
