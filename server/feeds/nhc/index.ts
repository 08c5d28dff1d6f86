import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ModelTrack, TropicalStorm } from '#domain/tropics/storm'
import type { FeedParts } from '#server/feeds/parts'
import { repeatedReport } from '#server/feeds/repeated-report'
import { minuteMs } from '#server/platform/clock'
import type { Upstream, UpstreamDocument } from '#server/platform/upstream/index'
import { createCones, type MapService } from './cones.ts'
import { parseAdvisory, parseCurrentStorms, parseDeck, type ListedStorm } from './parse.ts'

const source = 'nhc'
const lookEveryMs = 5 * minuteMs
const tracksEveryMs = 30 * minuteMs
const longestBytes = 8_000_000
const unzipped = promisify(gunzip)

export interface NhcParts extends FeedParts {
  /** The server with the decks of model forecasts. */
  readonly decks: { readonly upstream: Upstream; readonly baseUrl: string }
  /** The server with the cones that the National Hurricane Center draws. */
  readonly map: MapService
}

type Forecast = ReturnType<typeof parseAdvisory>

async function deckOf({ body }: UpstreamDocument): Promise<string> {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b
  return (isZipped ? await unzipped(body, { maxOutputLength: longestBytes }) : body).toString('latin1')
}

/** Publishes storms of the Atlantic and the eastern and central Pacific, with their forecasts and those of models. */
export function startNhc(parts: NhcParts) {
  const { clock, bus, schedule, upstream, baseUrl, decks, log } = parts
  const report = repeatedReport('tropical storms', parts)
  const cones = createCones(parts, parts.map)
  /** The newest forecast of each storm, with its advisory number. */
  const forecasts = new Map<string, { readonly number: string; readonly forecast: Forecast }>()
  const tracks = new Map<string, { readonly askedMs: number; readonly tracks: readonly ModelTrack[] }>()

  /**
   * Returns null if the forecast is unavailable. The storm is published anyway: a missing storm would be considered
   * gone.
   */
  async function forecastOf({ storm, advisory }: ListedStorm): Promise<Forecast | null> {
    const known = forecasts.get(storm.id)
    if (!advisory || known?.number === advisory.number) return known?.forecast ?? null
    try {
      const { value } = await upstream.read(
        { url: baseUrl + advisory.path, maxBytes: 500_000, contentTypes: ['text/html', 'text/plain'] },
        ({ body }) => parseAdvisory(body.toString('latin1').replace(/<[^>]*>/g, ''), storm.id),
      )
      forecasts.set(storm.id, { number: advisory.number, forecast: value })
      return value
    } catch (error) {
      log.warn({ err: error, storm: storm.id }, 'could not read a storm’s forecast')
      return known?.forecast ?? null
    }
  }

  async function tracksOf(stormId: string, nowMs: number): Promise<readonly ModelTrack[]> {
    const known = tracks.get(stormId)
    if (known && nowMs - known.askedMs < tracksEveryMs) return known.tracks
    const read = await decks.upstream
      .read(
        {
          url: `${decks.baseUrl}/atcf/aid_public/a${stormId}.dat.gz`,
          maxBytes: longestBytes,
          contentTypes: ['application/', 'text/plain', 'binary/octet-stream'],
          timeoutMs: minuteMs,
        },
        async document => parseDeck(await deckOf(document)),
      )
      .catch(() => null) // a storm is worth publishing without model tracks; they are requested again after the usual pause
    tracks.set(stormId, { askedMs: nowMs, tracks: read?.value ?? known?.tracks ?? [] })
    return tracks.get(stormId)?.tracks ?? []
  }

  /** Combines a storm's data. Its last position comes from the list, which is newer between two forecasts. */
  async function stormOf(listed: ListedStorm, nowMs: number): Promise<TropicalStorm> {
    const forecast = await forecastOf(listed)
    const { storm } = listed
    const ahead = forecast?.points.filter(({ timeMs }) => timeMs > storm.issuedMs) ?? []
    const [seen] = storm.points
    const same = forecast?.points.find(({ timeMs }) => timeMs === storm.issuedMs)
    const points = seen ? [{ ...seen, gustMs: same?.gustMs ?? null }, ...ahead] : ahead
    const cone = listed.cone && (await cones.coneOf(listed.cone))
    return { ...storm, points, tracks: await tracksOf(storm.id, nowMs), ...(cone && { cone }) }
  }

  schedule.every('tropical storms', lookEveryMs, async () => {
    try {
      const read = await upstream.read(
        { url: `${baseUrl}/CurrentStorms.json`, maxBytes: 2_000_000, contentTypes: ['application/json'] },
        ({ body }) => parseCurrentStorms(body),
      )
      const nowMs = clock.now().getTime()
      const storms: TropicalStorm[] = []
      for (const listed of read.value) storms.push(await stormOf(listed, nowMs))
      const active = new Set(storms.map(({ id }) => id))
      for (const id of [...forecasts.keys(), ...tracks.keys()])
        if (!active.has(id)) void (forecasts.delete(id), tracks.delete(id))
      cones.keepOnly(active)
      bus.publish('tropical-storms-heard', { source, asOfMs: read.askedMs - read.heldMs, storms })
      const detail = storms.length === 0 ? 'No active storms' : storms.map(({ name }) => name).join(', ')
      report({ delivering: true, detail, deliveredMs: nowMs })
    } catch (error) {
      report({ delivering: false, detail: (error as Error).message })
    }
  })
  return { stop: async () => {} }
}
