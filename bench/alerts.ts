import type { Advisory, Outline } from '#domain/advisories/advisory'
import { boxAround, isInBox, isInside, type Box } from '#domain/geo/outline'
import { AdvisoryBook } from '#server/rooms/advisories/index'

const [places, alerts] = [100_000, 400]
/** In a nationwide list, about one alert in six is a drawn polygon; the others apply to whole zones. */
const drawnOneIn = 6
const zonesOfAnAlert = 12
const target = { matchingMs: 1000 }
const nowMs = Date.UTC(2026, 6, 1, 18)
const hourMs = 3_600_000

/** Creates random numbers that are the same on every run. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns a shape with as many corners as a drawn polygon or a zone along a river: wavy, and rough in detail. */
function shape(
  chance: () => number,
  longitude: number,
  latitude: number,
  corners: number,
  size: number,
): Outline {
  const waves = Array.from({ length: 5 }, (_, index) => ({ per: index + 2, phase: 7 * chance() }))
  const ring = Array.from({ length: corners }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * index) / corners
    const wave = waves.reduce((sum, { per, phase }) => sum + Math.sin(per * angle + phase) / per, 0)
    const radius = size * (0.8 + 0.15 * wave + 0.02 * chance())
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)]
  })
  return [...ring, ring[0] as [number, number]]
}

function makeAlert(chance: () => number, index: number): Advisory {
  const [longitude, latitude] = [-124 + chance() * 56, 25 + chance() * 24]
  const outlines =
    index % drawnOneIn === 0
      ? [shape(chance, longitude, latitude, 15, 0.4)]
      : Array.from({ length: zonesOfAnAlert }, (_, zone) =>
          shape(chance, longitude + (zone % 4) * 0.6, latitude + Math.floor(zone / 4) * 0.6, 400, 0.35),
        )
  return {
    id: String(index),
    source: 'bench',
    continuity: String(index),
    status: 'Actual',
    messageType: 'Alert',
    event: 'Heat Advisory',
    severity: 'Moderate',
    urgency: 'Expected',
    certainty: 'Likely',
    senderName: 'NWS',
    headline: null,
    description: '',
    instruction: null,
    areaDescription: '',
    sentMs: nowMs,
    onsetMs: nowMs,
    expiresMs: nowMs + hourMs,
    endsMs: null,
    replaces: [],
    outlines,
  }
}

/** Measures the cost of matching every new alert list from the weather service to all places. */
export async function measureAlerts(): Promise<void> {
  const chance = createChance(28)
  const advisories = Array.from({ length: alerts }, (_, index) => makeAlert(chance, index))
  const all = Array.from({ length: places }, () => ({
    latitude: 25 + chance() * 24,
    longitude: -124 + chance() * 56,
  }))
  const corners = advisories.flatMap(({ outlines }) => outlines).reduce((sum, { length }) => sum + length, 0)
  for (const round of ['a list with new areas', 'every further list']) {
    const begun = performance.now()
    const book = new AdvisoryBook()
    book.receive({ source: 'bench', asOfMs: nowMs, advisories })
    let found = 0
    for (const place of all) found += book.at(place, nowMs)?.length ?? 0
    const ms = performance.now() - begun
    console.log(
      `  ${alerts} alerts (${corners.toLocaleString('en-US')} corners) at ${places.toLocaleString('en-US')} locations, ` +
        `${round}: ${ms.toFixed(0)} ms (target ${target.matchingMs}); ${found.toLocaleString('en-US')} matches`,
    )
    if (ms > target.matchingMs) process.exitCode = 1
  }
  const boxed = advisories.map(({ outlines }) => ({ outlines, box: boxAround(outlines) as Box }))
  const some = all.slice(0, 2000)
  const begun = performance.now()
  for (const place of some)
    boxed.filter(({ outlines, box }) => isInBox(place, box) && outlines.some(each => isInside(place, each)))
  const ms = ((performance.now() - begun) / some.length) * places
  console.log(`  the same with a box around each alert and no index: ${ms.toFixed(0)} ms`)
}
