import type { AdvisoryList } from '#domain/advisories/advisory'
import type { AirReading, AirSensor } from '#domain/air-quality/sensor'
import type { CorrectedRain } from '#domain/conditions/corrected-rain'
import type { StationPast } from '#domain/conditions/history'
import type { Reading, Station, StationImage } from '#domain/conditions/reading'
import type { FeedFault } from '#domain/feeds/fault'
import type { PublicSourceId } from '#domain/feeds/public-sources'
import type { ForecastRequest, PointForecast, ProactiveForecast } from '#domain/forecasts/forecast'
import type { Coverage, Strike } from '#domain/lightning/strike'
import type { ReceivedRadar, PackedGrid } from '#domain/radar/grid'
import type { StormCellList } from '#domain/radar/storm-cell'
import type { RoadSeries } from '#domain/roads/condition'
import type { SurfaceAnalysis } from '#domain/surface/analysis'
import type { TropicalList } from '#domain/tropics/storm'
import type { RequestFigures } from '#server/platform/upstream/index'

/** A public source and the performance of its servers. */
export interface AskedSource extends RequestFigures {
  readonly source: PublicSourceId
}

/** All bus events. They may be lost; events that must not be lost are in `facts.ts`. */
export interface Events {
  /** Deliveries are waiting in the outbox. */
  'outbox-filled': object
  /** A feed has delivered strikes, with the period for which it has delivered every strike it knows of. */
  'lightning-heard': { readonly strikes: readonly Strike[]; readonly coverage: readonly Coverage[] }
  /** A feed's data could not be stored; it is needed again from this time on. */
  'lightning-missed': { readonly fromMs: number }
  /** Rings have entered or left a delay, or become unknown. */
  'rings-changed': { readonly locationIds: readonly number[] }
  /** A feed has listed the stations that it delivers. */
  'stations-known': { readonly source: string; readonly stations: readonly Station[] }
  /** Stations have reported. */
  'readings-heard': { readonly readings: readonly Reading[] }
  /**
   * A station's measurements are needed for a period that had no subscriber. If `fromMs` is null, everything that the
   * source still has is needed.
   */
  'past-wanted': {
    readonly source: string
    readonly stationId: string
    readonly fromMs: number | null
    readonly toMs: number
  }
  /** A chunk of the requested measurements, in time order. */
  'past-heard': StationPast
  /** Radar-corrected rain at stations, hourly. */
  'rain-corrected': {
    readonly source: string
    readonly rains: readonly (CorrectedRain & { readonly stationId: string })[]
  }
  /** Someone has a place at these stations, so their camera images are needed. */
  'station-images-wanted': { readonly stations: readonly Pick<StationImage, 'source' | 'stationId'>[] }
  'station-image-heard': StationImage
  /** A station's camera image is now available from the database. */
  'station-image-kept': { readonly stationId: number; readonly takenMs: number }
  /** Someone has a place at this point, so its forecast is needed from now on. */
  'forecast-wanted': ForecastRequest
  /** A feed has subscribed to forecast requests, so earlier requesters repeat theirs. */
  'forecasts-offered': { readonly source: string }
  /** The forecast for a requested place. */
  'forecast-heard': { readonly forecast: PointForecast }
  /** A requested forecast was unavailable; the previous one is getting old. */
  'forecast-missed': ForecastRequest & { readonly because: string }
  /** All air quality data since this time that is not yet known is needed. */
  'air-wanted': { readonly fromMs: number }
  'air-sensors-known': { readonly source: string; readonly sensors: readonly AirSensor[] }
  'air-heard': { readonly readings: readonly AirReading[] }
  /** Old sensor measurements are needed for reports; this is not urgent. */
  'air-past-wanted': { readonly sensorIds: readonly string[]; readonly fromMs: number; readonly toMs: number }
  /** Some of the requested old measurements, newest first. */
  'air-past-heard': { readonly readings: readonly AirReading[] }
  /** All active alerts of a source. Published only when a list has actually arrived, even an empty one. */
  'advisories-heard': AdvisoryList
  /** All active messages of the meteorologists. */
  'proactive-forecasts-heard': {
    readonly source: string
    readonly asOfMs: number
    readonly forecasts: readonly ProactiveForecast[]
  }
  /** All storm cells that a source lists now. Published only when a list has actually arrived, even an empty one. */
  'storm-cells-heard': StormCellList
  /** A radar image, observed or forecast by a model. */
  'radar-grid-heard': ReceivedRadar
  /** Someone is viewing images that are fetched only while someone views them. */
  'radar-wanted': { readonly product: 'international' }
  /** The nowcast, which one process computes from motion for all processes. */
  'nowcast-made': PackedGrid & { readonly validMs: number; readonly issuedMs: number }
  /** All tropical storms of a source. Published only when a list has actually arrived, even an empty one. */
  'tropical-storms-heard': TropicalList
  /** Highs, lows and fronts, as analyzed by a weather service. */
  'surface-analysis-heard': SurfaceAnalysis
  /** Someone is viewing road conditions, which are needed from this hour on. */
  'roads-wanted': { readonly fromMs: number }
  'roads-heard': RoadSeries
  /** Requested road conditions were unavailable; the previous ones are getting old. */
  'roads-missed': { readonly because: string }
  /** A feed's health, published after every attempt to deliver. */
  'feed-health': {
    readonly feed: string
    /** Null until a source's first delivery, as long as it is not yet overdue. */
    readonly delivering: boolean | null
    readonly detail: string
    readonly lastDeliveryMs: number | null
    /** Only simulated feeds can be made to fail. */
    readonly fault: FeedFault | null
    /** For a public source: which one, and how its servers perform. */
    readonly asked?: AskedSource
  }
  /** A simulated feed should fail, or work again. */
  'feed-fault-wanted': { readonly feed: string; readonly fault: FeedFault }
}
