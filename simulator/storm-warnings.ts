import type { Advisory } from '#domain/advisories/advisory'
import type { Point } from '#domain/geo/distance'
import { areaText, directionText, headlineText, paragraphs, whenText, whereText } from './advisory-texts.ts'
import { localClockText } from './local-time.ts'
import { officeAt } from './offices.ts'
import { areaOutline, pathOutline } from './outlines.ts'
import { roundedSample } from './stations/station-samples.ts'
import { isSevere } from './thunder.ts'
import { hashOfText } from './weather/chance.ts'
import { cosDegrees, milesPerDegree, milesPerDegreeEast, sinDegrees } from './weather/plane.ts'
import { memoized } from './weather/memo.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { StormCell, World } from './world.ts'

const minuteMs = 60_000
/** Each cell has its turn every third tick, so its messages are a quarter of an hour apart. */
const tickMs = 5 * minuteMs
const turnTicks = 3
const warningMs = 45 * minuteMs
const floodTicks = 24
const floodMs = floodTicks * tickMs
/** Weaker cells are of no interest here and need not be kept. */
const leastDbz = 50
const floodDbz = 60
const floodMph = 9
const keptTicks = 64

type Wanted = Pick<Advisory, 'event' | 'severity' | 'certainty' | 'urgency' | 'instruction' | 'outlines'> & {
  /** Phenomenon and significance, such as 'SV.W'. */
  readonly code: string
  readonly endsMs: number
  readonly description: (office: { city: string; timeZone: string }, sentMs: number) => string
}

const inside = 'For your protection move to an interior room on the lowest floor of a building.'

function hailText(cell: StormCell): string {
  const chance = cell.severeHailChancePercent
  return chance >= 85 ? 'tennis ball size' : chance >= 65 ? 'golf ball size' : 'quarter size'
}

function motionText(cell: StormCell): string {
  if (cell.speedMph < 3) return 'nearly stationary'
  const mph = Math.max(5, Math.round(cell.speedMph / 5) * 5)
  return `moving ${directionText(cell.headingDegrees)} at ${mph} mph`
}

function convective(name: string, cell: StormCell, endsMs: number, hazard: string, impact: string) {
  return ({ city, timeZone }: { city: string; timeZone: string }, sentMs: number) =>
    [
      `The National Weather Service in ${city} has issued a`,
      `* ${name} for an area ${whereText(cell)}.`,
      `* Until ${localClockText(timeZone, endsMs)}.`,
      `* At ${localClockText(timeZone, sentMs)}, a severe thunderstorm was located ${whereText(cell)}, ${motionText(cell)}.`,
      `HAZARD...${hazard}`,
      'SOURCE...Radar indicated.',
      `IMPACT...${impact}`,
    ].join('\n\n')
}

function thunderstormWarning(cell: StormCell, sentMs: number): Wanted {
  const endsMs = sentMs + warningMs
  const gustMph = cell.maxReflectivityDbz >= 62 ? 70 : 60
  return {
    code: 'SV.W',
    event: 'Severe Thunderstorm Warning',
    severity: 'Severe',
    urgency: 'Immediate',
    certainty: 'Observed',
    instruction: inside,
    outlines: [pathOutline(cell, warningMs / (60 * minuteMs), 1.4)],
    endsMs,
    description: convective(
      'Severe Thunderstorm Warning',
      cell,
      endsMs,
      `${gustMph} mph wind gusts and ${hailText(cell)} hail.`,
      'Hail damage to vehicles is expected. Expect wind damage to roofs, siding, and trees.',
    ),
  }
}

function tornadoWarning(cell: StormCell, sentMs: number): Wanted {
  const endsMs = sentMs + warningMs
  return {
    code: 'TO.W',
    event: 'Tornado Warning',
    severity: 'Extreme',
    urgency: 'Immediate',
    certainty: 'Observed',
    instruction:
      'TAKE COVER NOW! Move to a basement or an interior room on the lowest floor of a sturdy building. Avoid ' +
      'windows. If you are outdoors, in a mobile home, or in a vehicle, move to the closest substantial shelter ' +
      'and protect yourself from flying debris.',
    outlines: [pathOutline(cell, warningMs / (60 * minuteMs), 1)],
    endsMs,
    description: convective(
      'Tornado Warning',
      cell,
      endsMs,
      `Tornado and ${hailText(cell)} hail.`,
      'Flying debris will be dangerous to those caught without shelter. Damage to roofs, windows, and vehicles ' +
        'will occur. Tree damage is likely.',
    ),
  }
}

function floodAdvisory(cell: StormCell, sentMs: number): Wanted {
  const endsMs = sentMs + floodMs
  return {
    code: 'FA.Y',
    event: 'Flood Advisory',
    severity: 'Minor',
    urgency: 'Expected',
    certainty: 'Likely',
    instruction:
      'Turn around, don’t drown when encountering flooded roads. Most flood deaths occur in vehicles. Do not ' +
      'let children play near drains and ditches.',
    outlines: [areaOutline(cell, 1.6 * cell.radiusMiles)],
    endsMs,
    description: ({ timeZone }, sent) =>
      paragraphs({
        what: 'Urban and small stream flooding caused by excessive rainfall is expected.',
        where: `An area ${whereText(cell)}.`,
        when: whenText(timeZone, sent, sent, endsMs),
        impacts:
          'Minor flooding in low-lying and poor drainage areas. A slow thunderstorm with very heavy rain, ' +
          `${motionText(cell)}, was seen by radar at ${localClockText(timeZone, sent)}.`,
      }),
  }
}

/**
 * Returns a cell's birthplace. Cells move straight, so it can be calculated from any time; rounded, so the result is
 * always the same.
 */
function birthOf(cell: StormCell, timeMs: number): Point & { timeMs: number } {
  const miles = (cell.speedMph * cell.ageMinutes) / 60
  const north = miles * cosDegrees(cell.headingDegrees)
  const east = miles * sinDegrees(cell.headingDegrees)
  const latitude = cell.latitude - north / milesPerDegree
  return {
    latitude: roundedSample(latitude, 4),
    longitude: roundedSample(cell.longitude - east / milesPerDegreeEast(latitude), 4),
    timeMs: Math.round(timeMs - cell.ageMinutes * minuteMs),
  }
}

function floods(cell: StormCell): boolean {
  return cell.maxReflectivityDbz >= floodDbz && cell.speedMph < floodMph
}

function hasTornado(cell: StormCell): boolean {
  return cell.tornadoSignature
}

/** Creates the short messages about single storms. Each message is unchanged until its cell's next turn. */
export function createStormWarnings(world: World): (timeMs: number) => Advisory[] {
  const ticks = new Map<number, ReadonlyMap<string, StormCell>>()

  function strongAt(tick: number): ReadonlyMap<string, StormCell> {
    return memoized(ticks, keptTicks, tick, each => {
      const strong = world.cellsAt(each * tickMs).filter(cell => cell.maxReflectivityDbz >= leastDbz)
      return new Map(strong.map(cell => [cell.id, cell]))
    })
  }

  /**
   * Returns the cells whose turn it is at a tick and that meet a condition, and whether they met it at their last turn.
   */
  function turnsAt(tick: number, holds: (cell: StormCell) => boolean) {
    const before = strongAt(tick - turnTicks)
    return [...strongAt(tick).values()]
      .filter(cell => (tick + hashOfText(cell.id)) % turnTicks === 0 && holds(cell))
      .map(cell => {
        const former = before.get(cell.id)
        return { cell, tick, again: former !== undefined && holds(former) }
      })
  }

  function lastTicks(timeMs: number, count: number): number[] {
    const now = Math.floor(timeMs / tickMs)
    return Array.from({ length: count }, (_, back) => now - back)
  }

  function message(cell: StormCell, tick: number, again: boolean, wanted: Wanted): Advisory[] {
    const { code, description, ...rest } = wanted
    const sentMs = tick * tickMs
    const born = birthOf(cell, sentMs)
    // By its birthplace, because a cell that enters another office's area would otherwise be a new event.
    const office = officeAt(born)
    if (!office) return []
    const number = String(hashOfText(cell.id) % 1e8).padStart(8, '0')
    const continuity = `${office.id}.${code}.${number}.${new Date(born.timeMs).getUTCFullYear()}`
    const senderName = `NWS ${office.city}`
    return [
      {
        id: `${continuity}.${tick}`,
        source: simulatedSource,
        continuity,
        status: 'Actual',
        messageType: again ? 'Update' : 'Alert',
        senderName,
        headline: headlineText(rest.event, senderName, office.timeZone, { sentMs, endsMs: rest.endsMs }),
        description: description(office, sentMs),
        areaDescription: areaText(cell),
        sentMs,
        onsetMs: sentMs,
        expiresMs: rest.endsMs,
        replaces: again ? [`${continuity}.${tick - turnTicks}`] : [],
        ...rest,
      },
    ]
  }

  return timeMs => {
    const recent = lastTicks(timeMs, turnTicks)
    const tornadoes = recent.flatMap(tick => turnsAt(tick, hasTornado))
    const severe = recent.flatMap(tick => turnsAt(tick, isSevere))
    // Water remains after its storm, so this is issued once, for two hours.
    const wet = lastTicks(timeMs, floodTicks).flatMap(tick =>
      turnsAt(tick, floods).filter(({ again }) => !again),
    )
    return [
      ...tornadoes.flatMap(each =>
        message(each.cell, each.tick, each.again, tornadoWarning(each.cell, each.tick * tickMs)),
      ),
      ...severe.flatMap(each =>
        message(each.cell, each.tick, each.again, thunderstormWarning(each.cell, each.tick * tickMs)),
      ),
      ...wet.flatMap(each =>
        message(each.cell, each.tick, false, floodAdvisory(each.cell, each.tick * tickMs)),
      ),
    ]
  }
}
