import type { AdvisoryList } from '#domain/advisories/advisory'
import type { AirReading, AirSensor } from '#domain/air-quality/sensor'
import type { CorrectedRain } from '#domain/conditions/corrected-rain'
import type { StationPast } from '#domain/conditions/history'
import type { Reading, Station } from '#domain/conditions/reading'
import type { StationImage } from '#domain/conditions/station-image'
import type { FeedFault } from '#domain/feeds/fault'
import type { PublicSourceId } from '#domain/feeds/public-sources'
import type { ForecastWish, PointForecast, ProactiveForecast } from '#domain/forecasts/forecast'
import type { Coverage, Strike } from '#domain/lightning/strike'
import type { HeardRadar, PackedGrid } from '#domain/radar/grid'
import type { StormCellList } from '#domain/radar/storm-cell'
import type { RoadSeries } from '#domain/roads/road-grid'
import type { SurfaceAnalysis } from '#domain/surface/analysis'
import type { TropicalList } from '#domain/tropics/storm'
import type { RequestFigures } from '#server/platform/upstream/index'

/** How the servers of a public source answer. */
export interface AskedSource extends RequestFigures {
  readonly source: PublicSourceId
}

/** Everything that is said on the bus, which may be lost: what may not stands in `facts.ts`. */
export interface Events {
  /** Something waits in the outbox. */
  'outbox-filled': object
  /** A feed has delivered strikes, and says for which time it has delivered all that it knows of. */
  'lightning-heard': { readonly strikes: readonly Strike[]; readonly coverage: readonly Coverage[] }
  /** What a feed delivered could not be kept; it is wanted again from this instant on. */
  'lightning-missed': { readonly fromMs: number }
  /** Rings have gone into delay, out of it, or into the unknown. */
  'rings-changed': { readonly locationIds: readonly number[] }
  /** A feed names the stations that it speaks for. */
  'stations-known': { readonly source: string; readonly stations: readonly Station[] }
  /** Stations have reported. */
  'readings-heard': { readonly readings: readonly Reading[] }
  /** What a station measured while nobody listened is wanted; from null on, all that its source still knows. */
  'past-wanted': {
    readonly source: string
    readonly stationId: string
    readonly fromMs: number | null
    readonly toMs: number
  }
  /** A piece of it, in the order of time. */
  'past-heard': StationPast
  /** What has fallen at stations, as radar corrects it, hourly. */
  'rain-corrected': {
    readonly source: string
    readonly rains: readonly (CorrectedRain & { readonly stationId: string })[]
  }
  /** Somebody has a place at these stations: what their cameras see is wanted. */
  'station-images-wanted': { readonly stations: readonly Pick<StationImage, 'source' | 'stationId'>[] }
  'station-image-heard': StationImage
  /** It can be had from the database now. */
  'station-image-kept': { readonly stationId: number; readonly takenMs: number }
  /** Somebody has a place there: its forecast is wanted, now and from now on. */
  'forecast-wanted': ForecastWish
  /** A feed has begun to listen for such wishes: whoever wished before it came wishes again. */
  'forecasts-offered': { readonly source: string }
  /** The forecast for a place that was wanted. */
  'forecast-heard': { readonly forecast: PointForecast }
  /** It could not be had; what was heard before grows old. */
  'forecast-missed': ForecastWish & { readonly because: string }
  /** Everything about the air from an instant on that is not known yet. */
  'air-wanted': { readonly fromMs: number }
  'air-sensors-known': { readonly source: string; readonly sensors: readonly AirSensor[] }
  'air-heard': { readonly readings: readonly AirReading[] }
  /** What sensors measured long ago is wanted, for reports: there is no hurry. */
  'air-past-wanted': { readonly sensorIds: readonly string[]; readonly fromMs: number; readonly toMs: number }
  /** Some of it, the newest first. */
  'air-past-heard': { readonly readings: readonly AirReading[] }
  /** All alerts of a source that stand now: only a list that was really heard is said, an empty one too. */
  'advisories-heard': AdvisoryList
  /** All messages of the meteorologists that stand now. */
  'proactive-forecasts-heard': {
    readonly source: string
    readonly asOfMs: number
    readonly forecasts: readonly ProactiveForecast[]
  }
  /** All storm cells that a source lists now: only a list that was really heard is said, an empty one too. */
  'storm-cells-heard': StormCellList
  /** A picture of the sky, seen by radars or expected by a model. */
  'radar-grid-heard': HeardRadar
  /** Somebody looks at pictures that are fetched only while somebody does. */
  'radar-wanted': { readonly product: 'international' }
  /** What is expected of the sky soon, worked out of how it has moved: once, for all processes. */
  'nowcast-made': PackedGrid & { readonly validMs: number; readonly issuedMs: number }
  /** All tropical storms of a source: only a list that was really heard is said, an empty one too. */
  'tropical-storms-heard': TropicalList
  /** Highs, lows and fronts, as a weather service sees them. */
  'surface-analysis-heard': SurfaceAnalysis
  /** Somebody looks at road conditions: those from this hour on are wanted. */
  'roads-wanted': { readonly fromMs: number }
  'roads-heard': RoadSeries
  /** They could not be had; what was heard before grows old. */
  'roads-missed': { readonly because: string }
  /** How a feed is, said after every attempt to deliver. */
  'feed-health': {
    readonly feed: string
    /** Null before the first delivery of a source that was not missed yet. */
    readonly delivering: boolean | null
    readonly detail: string
    readonly lastDeliveryMs: number | null
    /** Only simulated feeds can be told to fail. */
    readonly fault: FeedFault | null
    /** Of a public source: which one, and how its servers answer. */
    readonly asked?: AskedSource
  }
  /** A simulated feed is to fail, or to work again. */
  'feed-fault-wanted': { readonly feed: string; readonly fault: FeedFault }
}
