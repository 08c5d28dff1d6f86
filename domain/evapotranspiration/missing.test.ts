import { describe, expect, it } from 'vitest'
import { etMissing } from './missing.ts'

const hour = { tempC: 20, windMs: 2, solarWm2: 300 }
const day = (changed: Partial<Record<keyof typeof hour, null>> = {}, hours = 24) =>
  Array.from({ length: hours }, () => ({ ...hour, ...changed }))

describe('missing inputs for evapotranspiration', () => {
  it.each([
    ['nothing', 1170, [day(), day(), day()], []],
    ['the elevation', null, [day(), day(), day()], ['elevation']],
    ['a sensor for the sun', 1170, Array(3).fill(day({ solarWm2: null })), ['solar radiation']],
    ['wind and elevation', null, Array(3).fill(day({ windMs: null })), ['elevation', 'wind']],
    ['everything', 1170, [[], [], []], ['temperature', 'wind', 'solar radiation']],
    [
      'hours of most days',
      1170,
      [day({}, 17), day({}, 17), day()],
      ['temperature', 'wind', 'solar radiation'],
    ],
    ['hours of one day in three', 1170, [day({}, 17), day(), day()], []],
  ])('%s', (_, elevationFeet, days, missing) => {
    expect(etMissing(elevationFeet, days as ReturnType<typeof day>[])).toEqual(missing)
  })
})
