import type { RadarProduct } from '#domain/radar/grid'
import type { Events } from '#server/events'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'
import type { Relayed } from '#server/platform/relay/index'
import { cellsKeptMs } from '#server/rooms/storms/index'

const bySource = ({ source }: { readonly source: string }) => source
const forMs = (ms: number) => () => ms
/** For events that request a reply or that the first receiver stores. */
const news = { keptMs: forMs(10 * minuteMs) }
const newestOfSource = (keptMs: number) => ({ key: bySource, keptMs: forMs(keptMs) })

/** How long the room needs the images of each product. */
const radarKeptMs: Readonly<Record<RadarProduct, number>> = {
  composite: 3 * hourMs,
  international: 3 * hourMs,
  model: 6 * hourMs,
  extended: dayMs,
}

/** Events that one process receives and all processes need. */
const delivered: Relayed<Events> = {
  'stations-known': newestOfSource(hourMs),
  'readings-heard': news,
  'rain-corrected': newestOfSource(3 * hourMs),
  'station-image-kept': { key: ({ stationId }) => String(stationId), keptMs: forMs(hourMs) },
  'forecast-heard': news,
  'forecast-missed': news,
  'air-sensors-known': newestOfSource(hourMs),
  'air-heard': news,
  'advisories-heard': newestOfSource(hourMs),
  'proactive-forecasts-heard': newestOfSource(hourMs),
  // Keeps one list of every five minutes, so a process that starts later also gets the past cells.
  'storm-cells-heard': {
    key: ({ source, asOfMs }) => `${source} ${Math.floor(asOfMs / (5 * minuteMs))}`,
    keptMs: forMs(cellsKeptMs),
  },
  'radar-grid-heard': {
    key: ({ product, source, origin, validMs }) => `${product} ${source} ${origin} ${validMs}`,
    keptMs: key => radarKeptMs[key.split(' ')[0] as RadarProduct],
  },
  'nowcast-made': { key: ({ validMs }) => String(validMs), keptMs: forMs(hourMs / 2) },
  'tropical-storms-heard': newestOfSource(12 * hourMs),
  'surface-analysis-heard': newestOfSource(12 * hourMs),
  'roads-heard': newestOfSource(3 * hourMs),
  'roads-missed': news,
  // The leader sends, regardless of which process has something to send.
  'outbox-filled': { keptMs: forMs(minuteMs) },
  // A health report that is not repeated means a problem: an old one must not be mistaken for the current state.
  'feed-health': { key: ({ feed }) => feed, keptMs: forMs(3 * minuteMs) },
}

/**
 * Returns the events that other processes receive. Requests for data go to the process that runs the feeds, but only if
 * there are feeds to answer them; otherwise the requester would wait in vain.
 */
export function relayedEvents(hasFeeds: boolean, areFeedsOurs: () => boolean): Relayed<Events> {
  const request = { keptMs: forMs(minuteMs), when: () => !areFeedsOurs() }
  const requests: Relayed<Events> = {
    'forecast-wanted': request,
    'roads-wanted': request,
    'radar-wanted': request,
    'feed-fault-wanted': request,
  }
  return hasFeeds ? { ...delivered, ...requests } : delivered
}
