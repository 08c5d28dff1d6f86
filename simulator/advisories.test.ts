import { describe, expect, test } from 'vitest'
import type { Advisory, Outline } from '#domain/advisories/advisory'
import type { Point } from '#domain/geo/distance'
import { advisoriesAt } from './advisories.ts'
import { isSevere } from './thunder.ts'
import { hashOfText } from './weather/chance.ts'
import { milesBetween } from './weather/plane.ts'
import { createWorld, demoPlaces, type StormCell } from './world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const world = createWorld(1)

function at(timeMs: number): readonly Advisory[] {
  return advisoriesAt(world, timeMs).advisories
}

function contains(outline: Outline, { latitude, longitude }: Point): boolean {
  return outline.slice(1).reduce((inside, [x, y], index) => {
    const [beforeX, beforeY] = outline[index] ?? [x, y]
    const crosses =
      y > latitude !== beforeY > latitude && longitude < x + ((latitude - y) * (beforeX - x)) / (beforeY - y)
    return crosses ? !inside : inside
  }, false)
}

function holds({ outlines }: Advisory, point: Point): boolean {
  return outlines.some(outline => contains(outline, point))
}

/** Every advisory at sampled times throughout a year, with each message once. */
const moments = Array.from({ length: 60 }, (_, index) =>
  Date.UTC(2026, index % 12, 2 + index / 3, (index * 5) % 24, 7),
)
const messages = [...new Map(moments.flatMap(at).map(advisory => [advisory.id, advisory])).values()]
const ofEvent = (event: string) => messages.filter(advisory => advisory.event === event)

test('two worlds with one seed return the same, whatever was requested before', () => {
  const other = createWorld(1)
  for (const timeMs of moments.slice(0, 6).toReversed()) {
    expect(advisoriesAt(other, timeMs)).toEqual(advisoriesAt(world, timeMs))
  }
})

test('every message is well formed and active in its time', () => {
  for (const timeMs of moments.slice(0, 24)) {
    const { source, asOfMs, advisories } = advisoriesAt(world, timeMs)
    expect({ source, asOfMs }).toEqual({ source: 'simulated', asOfMs: timeMs })
    expect(advisories.length).toBeLessThan(70)
    expect(new Set(advisories.map(({ id }) => id)).size).toBe(advisories.length)
    expect(new Set(advisories.map(({ continuity }) => continuity)).size).toBe(advisories.length)
    for (const advisory of advisories) {
      expect(advisory.sentMs).toBeLessThanOrEqual(timeMs)
      expect(advisory.expiresMs).toBeGreaterThan(timeMs)
      expect(advisory.onsetMs).toBeLessThan(advisory.endsMs ?? advisory.expiresMs)
      expect(advisory.id.startsWith(advisory.continuity)).toBe(true)
      expect(advisory.continuity).toMatch(/^K[A-Z]{3}\.[A-Z]{2}\.[AWYS]\.\d+\.\d{4}$/)
      expect(advisory.messageType).toBe(advisory.replaces.length > 0 ? 'Update' : 'Alert')
      expect(advisory.headline).toMatch(
        new RegExp(
          `^${advisory.event} issued [A-Z][a-z]+ \\d+ at \\d+:\\d\\d[AP]M [A-Z]{3}( until .+)? by ${advisory.senderName}$`,
        ),
      )
      for (const outline of advisory.outlines) {
        expect(outline.length).toBeGreaterThan(4)
        expect(outline.at(0)).toEqual(outline.at(-1))
        const area = outline.slice(1).reduce((sum, [x, y], index) => {
          const [beforeX, beforeY] = outline[index] ?? [x, y]
          return sum + beforeX * y - x * beforeY
        }, 0)
        expect(area).toBeGreaterThan(0)
      }
    }
  }
})

describe('a warning about a storm', () => {
  const strong: readonly [event: string, is: (cell: StormCell) => boolean][] = [
    ['Severe Thunderstorm Warning', isSevere],
    ['Tornado Warning', cell => cell.tornadoSignature],
    ['Flood Advisory', cell => cell.maxReflectivityDbz >= 60 && cell.speedMph < 9],
  ]

  test.each(strong)('%s: a matching cell is inside when it is sent, and stays inside', (event, is) => {
    const sent = ofEvent(event)
    expect(sent.length).toBeGreaterThan(10)
    for (const advisory of sent) {
      const own = ({ id }: StormCell) => advisory.continuity.includes(String(hashOfText(id) % 1e8))
      const cell = world.cellsAt(advisory.sentMs).find(own)
      expect(cell && is(cell) && holds(advisory, cell), advisory.id).toBe(true)
      const later = world.cellsAt(advisory.sentMs + 14 * minuteMs).find(own)
      if (later) expect(holds(advisory, later), advisory.id).toBe(true)
    }
  })

  test('every severe cell over land has one within a quarter of an hour', () => {
    const timeMs = Date.UTC(2026, 6, 15, 22)
    const severeAt = (each: number) => world.cellsAt(each).filter(isSevere)
    const lasting = severeAt(timeMs).filter(
      ({ id, latitude, longitude }) =>
        latitude > 30 &&
        latitude < 45 &&
        longitude > -100 &&
        longitude < -84 &&
        [5, 10, 15].every(minutes => severeAt(timeMs + minutes * minuteMs).some(cell => cell.id === id)),
    )
    expect(lasting.length).toBeGreaterThan(2)
    const warned = at(timeMs + 15 * minuteMs).filter(({ event }) => event === 'Severe Thunderstorm Warning')
    const now = new Map(world.cellsAt(timeMs + 15 * minuteMs).map(cell => [cell.id, cell]))
    for (const { id } of lasting) {
      const cell = now.get(id)
      expect(cell && warned.some(advisory => holds(advisory, cell))).toBe(true)
    }
  })

  test('is unchanged until its next issue, which replaces it under the same continuity', () => {
    const fromMs = Date.UTC(2026, 5, 20, 21)
    const standing = new Map<string, Advisory>()
    let updates = 0
    for (let minute = 0; minute < 90; minute++) {
      for (const advisory of at(fromMs + minute * minuteMs)) {
        if (!advisory.event.endsWith('Warning') || !advisory.continuity.match(/\.(SV|TO)\.W\./)) continue
        const former = standing.get(advisory.continuity)
        if (former?.id === advisory.id) expect(advisory).toEqual(former)
        else if (former) {
          expect(advisory.replaces).toEqual([former.id])
          expect(advisory.sentMs - former.sentMs).toBe(15 * minuteMs)
          updates++
        }
        standing.set(advisory.continuity, advisory)
      }
    }
    expect(updates).toBeGreaterThan(10)
  })
})

describe('a message about a place', () => {
  const days = Array.from({ length: 60 }, (_, index) => Date.UTC(2026, 0, 1 + 6 * index, 19))
  const standing = days.flatMap(timeMs => at(timeMs).map(advisory => ({ advisory, timeMs })))

  function hoursOf(advisory: Advisory) {
    const place = demoPlaces.find(each => holds(advisory, each))
    if (!place) throw new Error(`${advisory.id} is nowhere`)
    const count = ((advisory.endsMs ?? advisory.expiresMs) - advisory.onsetMs) / hourMs
    const fields = Array.from({ length: count }, (_, hour) =>
      world.at(place.latitude, place.longitude, advisory.onsetMs + (hour + 0.5) * hourMs),
    )
    return { place, fields }
  }

  const most = (values: readonly number[]) => Math.max(...values)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

  test.each<
    [event: string, place: string, supports: (fields: ReturnType<typeof hoursOf>['fields']) => boolean]
  >([
    ['Extreme Heat Warning', 'Phoenix', fields => most(fields.map(each => each.temperatureF)) >= 108],
    ['High Wind Warning', 'Amarillo', fields => most(fields.map(each => each.gustMph)) >= 52],
    ['Wind Advisory', 'Amarillo', fields => most(fields.map(each => each.windMph)) >= 31],
    ['Lake Effect Snow Warning', 'Buffalo', fields => sum(fields.map(each => each.snowInchesPerHour)) >= 6],
    ['Winter Weather Advisory', 'Buffalo', fields => sum(fields.map(each => each.snowInchesPerHour)) >= 2],
    [
      'Cold Weather Advisory',
      'Buffalo',
      fields => fields.some(each => each.temperatureF < 18 && each.windMph > 10),
    ],
    ['Air Quality Alert', 'Fresno', fields => fields.every(each => each.pm25MicrogramsPerM3 > 55)],
    ['Flood Watch', 'Tampa', fields => sum(fields.map(each => each.rainInchesPerHour)) >= 0.9],
    ['Rip Current Statement', 'Tampa', fields => most(fields.map(each => each.windMph)) >= 8],
  ])('%s is active in %s when the weather supports it', (event, name, supports) => {
    const found = standing.filter(({ advisory }) => advisory.event === event)
    expect(found.length).toBeGreaterThan(0)
    for (const { advisory } of found) {
      const { place, fields } = hoursOf(advisory)
      expect(place.name).toBe(name)
      expect(supports(fields), advisory.id).toBe(true)
    }
  })

  test('none of them is always active, except for smoke', () => {
    for (const event of ['Extreme Heat Warning', 'High Wind Warning', 'Lake Effect Snow Warning']) {
      const found = standing.filter(({ advisory }) => advisory.event === event)
      expect(found.length).toBeLessThan(days.length)
    }
    expect(standing.filter(({ advisory }) => advisory.event === 'Air Quality Alert')).toHaveLength(
      days.length,
    )
  })

  test('is updated every six hours under the same continuity', () => {
    const seen = new Map<string, Advisory>()
    let updates = 0
    for (let timeMs = Date.UTC(2026, 3, 2); timeMs < Date.UTC(2026, 3, 4); timeMs += 30 * minuteMs) {
      for (const advisory of at(timeMs)) {
        if (/\.(SV|TO)\.W\.|\.FA\.Y\./.test(advisory.continuity)) continue
        const former = seen.get(advisory.continuity)
        if (former && former.id !== advisory.id) {
          expect(advisory).toMatchObject({ replaces: [former.id], messageType: 'Update' })
          updates++
        }
        seen.set(advisory.continuity, advisory)
      }
    }
    expect(updates).toBeGreaterThan(4)
  })
})

test('has no advisory without a storm or a demo place', () => {
  const timeMs = Date.UTC(2026, 0, 15, 15)
  for (const advisory of at(timeMs)) {
    if (demoPlaces.some(place => holds(advisory, place))) continue
    const near = [0, 60, 120].flatMap(minutes => world.cellsAt(timeMs - minutes * minuteMs))
    expect(
      near.some(cell => advisory.outlines[0]?.some(([x, y]) => milesBetween(cell, y, x) < 80)),
      advisory.id,
    ).toBe(true)
  }
})
