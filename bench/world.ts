import { createWorld, type World } from '#simulator/world'

const minuteMs = 60_000
const afternoon = Date.UTC(2026, 6, 15, 22)

function msFor(act: () => void): number {
  const start = performance.now()
  act()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

/** Calls per second over a second's worth of batches. */
function perSecond(act: (index: number) => void): string {
  let calls = 0
  const start = performance.now()
  while (performance.now() - start < 1000) {
    for (let index = 0; index < 1000; index++) act(calls++)
  }
  return Math.round((calls / (performance.now() - start)) * 1000).toLocaleString('en-US')
}

function measureStrikes(): void {
  // Cold: a new world, at a time that no other world has computed. The process's first result is listed separately,
  // because most of its time is spent loading code.
  const cold: number[] = []
  for (let index = 0; index < 40; index++) {
    const world = createWorld(index)
    const fromMs = afternoon + index * 3 * 24 * 60 * minuteMs
    cold.push(msFor(() => world.strikesBetween(fromMs, fromMs + minuteMs)))
  }
  const [first = NaN, ...others] = cold
  const world = createWorld(1)
  const warm: number[] = []
  let strikes = 0
  const minutes = 240
  for (let minute = 0; minute < minutes; minute++) {
    const fromMs = afternoon + minute * minuteMs
    warm.push(msFor(() => (strikes += world.strikesBetween(fromMs, fromMs + minuteMs).length)))
  }
  console.log(
    `  A minute of strikes: cold median ${median(others).toFixed(1)} ms, longest ${Math.max(...others).toFixed(1)} ms ` +
      `(target: under 50 ms), first in the process ${first.toFixed(1)} ms; consecutive minutes median ${median(warm).toFixed(2)} ms, longest ${Math.max(...warm).toFixed(1)} ms`,
  )
  console.log(
    `  ${Math.round(strikes / minutes)} strikes per minute from ${world.cellsAt(afternoon).length} cells on a July afternoon`,
  )
}

function measureFields(world: World): void {
  const latitudeOf = (index: number) => 25 + ((index * 7919) % 2400) / 100
  const longitudeOf = (index: number) => -124 + ((index * 6101) % 5600) / 100
  const radar = perSecond(index => world.reflectivityAt(latitudeOf(index), longitudeOf(index), afternoon))
  const map = perSecond(index => world.at(latitudeOf(index), longitudeOf(index), afternoon))
  const history = perSecond(index => world.at(35.2226, -97.4395, afternoon - index * 5 * minuteMs))
  console.log(`  reflectivityAt: ${radar} places per second at one time`)
  console.log(`  at: ${map} places per second at one time, ${history} times per second at one place`)
}

/** Measures how fast the simulated world is. There is no baseline to compare with; the target comes from the design. */
export function measureWorld(): void {
  measureStrikes()
  measureFields(createWorld(1))
}
