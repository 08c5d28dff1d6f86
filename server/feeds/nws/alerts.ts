import type { Advisory, Outline, Severity } from '#domain/advisories/advisory'
import { publicSourceOf } from '#domain/feeds/public-sources'
import type { FeedParts } from '#server/feeds/parts'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/platform/clock'
import type { Counties } from './counties.ts'
import { entryOf, fieldsOf, numberOf, textOf } from './json.ts'
import { parseAlerts, type ParsedAlert, type ParsedAlerts } from './parse-alerts.ts'
import { nwsRequest, requestFailureText } from './requests.ts'
import type { ZoneShapes } from './zones.ts'

const { id: source } = publicSourceOf('nws', 'alerts')
const everyMs = minuteMs
/** At most 20 zone shapes a minute. */
const zoneEveryMs = 3 * secondMs
/**
 * Something changes somewhere in the country every few minutes, so a list that never changes means that the server
 * hangs.
 */
const frozenAfterMs = hourMs
/** Clocks differ by up to this much; a list dated further ahead is rejected. */
const aheadAtMostMs = 5 * minuteMs
const rank: Readonly<Record<Severity, number>> = { Extreme: 0, Severe: 1, Moderate: 2, Minor: 3, Unknown: 4 }
const memoryKey = 'alerts'

/** The state that a process needs when it takes over from the previous one. */
interface Remembered {
  readonly updatedMs: number | null
  /** The events of messages without their own event number, by message id. */
  readonly events: Readonly<Record<string, string>>
}

function remembered(value: unknown): Remembered {
  const { updatedMs, events } = fieldsOf(value)
  const known = Object.entries(fieldsOf(events)).flatMap(([id, event]) => {
    const name = textOf(event)
    return name === null ? [] : [[id, name] as const]
  })
  return { updatedMs: numberOf(updatedMs), events: Object.fromEntries(known) }
}

export interface AlertsDeps {
  readonly parts: FeedParts
  readonly zones: ZoneShapes
  readonly counties: Counties
}

/** Publishes the whole country's alerts every minute, from one request. */
export function startAlerts({ parts, zones, counties }: AlertsDeps) {
  const { log, bus, schedule, memory, upstream, baseUrl, report } = parts
  const request = nwsRequest(`${baseUrl}/alerts/active?status=actual`, 32)
  let last: Remembered | undefined
  let standing: readonly ParsedAlert[] = []
  let writtenEvents = ''

  /** Yields the zones of alerts without a drawn area, starting with the most severe alerts. */
  function* zonesWanted(): Generator<string> {
    const bySeverity = standing
      .filter(({ drawn }) => !drawn)
      .sort((one, other) => rank[one.advisory.severity] - rank[other.advisory.severity])
    for (const { zones: wanted } of bySeverity) yield* wanted
  }

  /**
   * Returns where an alert applies: its drawn area, else its zones. While a zone's shape is unknown, all of the alert's
   * counties are included too, which may be too much but omits no one.
   */
  function areaOf({ drawn, zones: own, sameCodes }: ParsedAlert): {
    readonly outlines: readonly Outline[]
    readonly isWhole: boolean
  } {
    if (drawn) return { outlines: drawn, isWhole: true }
    const shapes = own.map(zone => zones.known(zone))
    const ofZones = shapes.flatMap(shape => (shape === undefined || shape === 'missing' ? [] : shape))
    if (own.length > 0 && shapes.every(shape => shape !== undefined && shape !== 'missing'))
      return { outlines: ofZones, isWhole: true }
    const ofCounties = sameCodes.map(code => counties.outlinesOf(code))
    return {
      outlines: [...ofZones, ...ofCounties.flat()],
      isWhole: ofCounties.length > 0 && ofCounties.every(outlines => outlines.length > 0),
    }
  }

  /** Returns the event of the messages that this one replaces, if it does not have its own event number. */
  function eventOf({ continuity, replaces }: Advisory, events: Remembered['events']): string {
    for (const id of [continuity, ...replaces]) {
      const known = entryOf(events, id)
      if (known !== undefined) return known
    }
    return continuity
  }

  function withArea(alert: ParsedAlert, events: Remembered['events']) {
    const { outlines, isWhole } = areaOf(alert)
    const advisory: Advisory = {
      ...alert.advisory,
      continuity: eventOf(alert.advisory, events),
      outlines,
    }
    return { advisory, isWhole }
  }

  async function remember(updatedMs: number | null, advisories: readonly Advisory[]) {
    const events = Object.fromEntries(
      advisories.flatMap(({ id, continuity }) =>
        /^urn:|^NWS-|^http/.test(continuity) ? [[id, continuity]] : [],
      ),
    )
    const written = JSON.stringify([updatedMs, events])
    last = { updatedMs, events }
    if (written === writtenEvents) return
    await memory.keep(memoryKey, last, dayMs)
    writtenEvents = written
  }

  /** Returns why a list is refused; null if it is not. */
  function refusedBecause({ updatedMs }: ParsedAlerts, asOfMs: number, before: number | null): string | null {
    if (updatedMs === null) return null
    if (updatedMs > asOfMs + aheadAtMostMs) return 'The list of alerts is from the future'
    if (asOfMs - updatedMs > frozenAfterMs) return 'The list of alerts has not changed for over an hour'
    return before !== null && updatedMs < before ? 'The list of alerts is older than the last one' : null
  }

  function wordsOn(unknown: number, count: number): string {
    const all = `${count} active ${count === 1 ? 'alert' : 'alerts'}`
    if (unknown === 0) return all
    return unknown === 1
      ? `${all}; the area of 1 is not fully known yet`
      : `${all}; the areas of ${unknown} are not fully known yet`
  }

  async function readAlerts() {
    last ??= remembered(await memory.recall(memoryKey))
    const { value, askedMs, heldMs } = await upstream.read(request, document =>
      parseAlerts(document.body, source, document.askedMs),
    )
    const asOfMs = askedMs - heldMs
    const refused = refusedBecause(value, asOfMs, last.updatedMs)
    if (refused) return report({ delivering: false, detail: refused })
    standing = value.alerts
    await zones.recall(zonesWanted())
    const { events } = last
    const found = standing.map(alert => withArea(alert, events))
    const partial = found.filter(({ isWhole }) => !isWhole)
    const advisories = found.map(({ advisory }) => advisory)
    bus.publish('advisories-heard', { source, asOfMs, advisories })
    await remember(value.updatedMs, advisories)
    if (partial.length > 0) {
      const ids = partial.slice(0, 20).map(({ advisory: { id, event } }) => `${event} ${id}`)
      log.warn({ alerts: partial.length, ids }, 'the areas of some alerts are not fully known yet')
    }
    report({ delivering: true, detail: wordsOn(partial.length, found.length), deliveredMs: asOfMs })
  }

  schedule.every('nws alerts', everyMs, async () => {
    try {
      await readAlerts()
    } catch (error) {
      report({ delivering: false, detail: requestFailureText(error) })
    }
  })
  schedule.every('nws zones', zoneEveryMs, () => zones.fetchOne(zonesWanted()))
}
