import type { MapGrounds, RadarType } from '#contract/weather/radar'
import type { Point } from '#domain/geo/distance'
import type { EchoAround } from '#domain/radar/around'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import { createPictureAddresses } from './addresses.ts'
import type { MapView } from './drawable.ts'
import { FrameBook } from './frames.ts'
import { createNowcaster } from './nowcaster.ts'
import { OfferBook, type PictureSource } from './offers.ts'
import { PointEchoes } from './point-echoes.ts'
import { createRenderer } from './renderer.ts'
import { radarRoutes } from './routes.ts'

export type { Drawable, DrawableGrid, DrawableLine, DrawableLines, MapView } from './drawable.ts'
export type { OfferedFrame, PictureSource } from './offers.ts'

export interface RadarDeps {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly secrets: Pick<Secrets, 'keyFor'>
  /** The base maps from external services, as configured by the operator. */
  readonly mapGrounds: MapGrounds
  /** Whether another process received the data first and derives everything from it. */
  readonly isRelayed: (received: object) => boolean
}

export interface Radar {
  readonly routes: readonly Served[]
  /** Registers another room's images of this kind: its frames are listed, drawn and served like the radar's own. */
  offer(type: RadarType, source: PictureSource): void
  /**
   * Returns the URL of the newest radar image of one view, which strangers may have, too; undefined if there is none.
   */
  newestPicture(view: MapView, now: Date): { readonly url: string; readonly validMs: number } | undefined
  /**
   * Returns what the radar images of the last half hour show around a place, as far as this process has read them: a
   * missing image proves nothing. Returns immediately; data for a new place is available a moment later.
   */
  echoesAround(place: Point, radiusMiles: number, now: Date): readonly EchoAround[]
  /** Resolves when the images received so far have been read around the requested places. */
  echoesRead(): Promise<void>
  stop(): Promise<void>
}

/** Radar observations and model forecasts, as frames to be played over a map. */
export function createRadar({ clock, log, bus, secrets, mapGrounds, isRelayed }: RadarDeps): Radar {
  const renderer = createRenderer({ log })
  const book = new FrameBook({
    keep: ({ id, place, deflated, ground, grain }) =>
      renderer.keep(id, { kind: 'grid', look: 'radar', place, deflated, ground, grain }),
    forget: renderer.forget,
  })
  const offers = new OfferBook(renderer)
  const publish = (nowcast: Events['nowcast-made']) => bus.publish('nowcast-made', nowcast)
  const nowcaster = createNowcaster({ book, clock, log, publish })
  const pointEchoes = new PointEchoes(log)
  bus.subscribe('radar-grid-heard', received => {
    const nowMs = clock.now().getTime()
    if (!book.receive(received, nowMs)) return
    pointEchoes.receive(received, nowMs)
    if (!isRelayed(received)) nowcaster.nudge()
  })
  bus.subscribe('nowcast-made', nowcast => book.receiveNowcast(nowcast, clock.now().getTime()))

  let lookedMs = -Infinity
  /** Requests images from feeds, which fetch them only while a person views them. */
  function onLook(type: RadarType, now: Date) {
    if (type !== 'international' || now.getTime() - lookedMs < minuteMs) return
    lookedMs = now.getTime()
    bus.publish('radar-wanted', { product: type })
  }

  const addresses = createPictureAddresses(secrets.keyFor('radar pictures'))

  return {
    routes: radarRoutes({ book, offers, renderer, addresses, mapGrounds, onLook }),
    offer: (type, source) => offers.add(type, source),
    newestPicture(view, now) {
      const newest = book.framesOf('past', now.getTime()).findLast(({ origin }) => origin === 'observed')
      return (
        newest && { url: addresses.fixed({ ...newest, type: 'past' }, view, now), validMs: newest.validMs }
      )
    },
    echoesAround: (place, radiusMiles, now) => pointEchoes.around(place, radiusMiles, now.getTime()),
    echoesRead: pointEchoes.settled,
    async stop() {
      await nowcaster.stop()
      await renderer.stop()
    },
  }
}
