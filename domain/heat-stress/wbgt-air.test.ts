import { expect, test } from 'vitest'
import { misses, readCases } from '#domain/cases.testing'
import { airCases } from './wbgt-air-cases.testing.ts'
import * as air from './wbgt-air.ts'

test.each(readCases('wbgt_properties', airCases))('$id', one => {
  const { tempC, pressureHpa, windMs, rh } = one.input
  const kelvin = tempC + air.freezingK
  const vapour = (rh / 100) * air.saturationAtHpa(kelvin)
  const found = {
    esatHpa: air.saturationAtHpa(kelvin),
    dewpointC: air.dewPointK(vapour) - air.freezingK,
    viscosity: air.viscosity(kelvin),
    thermalConductivity: air.conductivity(kelvin),
    diffusivity: air.diffusivity(kelvin, pressureHpa),
    latentHeat: air.latentHeat(kelvin),
    emissivityAtm: air.skyEmissivity(vapour),
    hSphere: air.globeTransfer(kelvin, pressureHpa, windMs),
    hCylinder: air.wickTransfer(kelvin, pressureHpa, windMs),
  }
  expect(misses(one, found)).toEqual([])
})
