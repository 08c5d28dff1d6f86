import fc from 'fast-check'
import { expect, it } from 'vitest'
import { destination, distanceMiles } from '#domain/geo/distance'
import type { LocationRings } from '#server/rooms/locations/index'
import type { LoggedStrike } from './store/log.ts'
import { RecentStrikes } from './map/recent-strikes.ts'
import { Watch } from './watch.ts'

/** fast-check's doubles are mostly tiny, so these are spread evenly. */
const evenly = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map(thousandths => thousandths / 1000)
const place = fc.record({
  latitude: fc.oneof(evenly(-90, 90), fc.constantFrom(-90, -89.9, 0, 89.9, 90)),
  longitude: fc.oneof(evenly(-180, 180), fc.constantFrom(-180, -179.99, 179.99, 180)),
  radius: evenly(1, 50),
})
const around = fc.record({
  bearing: evenly(0, 360),
  miles: evenly(0, 120),
  positionErrorMiles: fc.constantFrom(0, 2, 30, 45),
})

it('a changed place includes every strike inside its rings, anywhere on the globe', () => {
  let [inside, outside] = [0, 0]
  fc.assert(
    fc.property(place, fc.array(around, { maxLength: 20 }), ({ radius, ...at }, relative) => {
      const strikes = relative.map(({ bearing, miles, positionErrorMiles }, index): LoggedStrike => ({
        id: String(index),
        source: 'test',
        timeMs: index,
        ...(destination(at, bearing, miles) ?? at),
        amp: null,
        type: 1,
        positionErrorMiles,
        position: index,
        receivedMs: index,
        clamped: false,
      }))
      const rings: LocationRings = {
        id: 1,
        customerId: 1,
        userId: 'somebody',
        label: 'Field',
        ...at,
        radiiMiles: [radius, 0, 0, 0],
        allClearMinutes: 30,
      }
      const watch = new Watch()
      const recent = new RecentStrikes()
      for (const strike of strikes) recent.add(strike)
      watch.set(rings, (...asked) => recent.around(...asked), Date.now())
      const near = watch.find(1)?.near
      for (const strike of strikes) {
        const isInside = (distanceMiles(at, strike) ?? 0) <= radius + strike.positionErrorMiles
        if (isInside) expect(near?.has(strike)).toBe(true)
        if (isInside) inside++
        else outside++
      }
    }),
    { numRuns: 2000 },
  )
  expect(Math.min(inside, outside)).toBeGreaterThan(1000)
})
