import { publicSiren } from '#contract/devices/sirens'
import type { RingState } from '#domain/lightning/ring'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { LightPages } from '#server/platform/http/light-pages'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { createSirenPage } from '#server/rooms/hardware/siren-page'
import { leaseMs, sirenRingId } from '#server/rooms/lightning/index'

export interface SirenPageRouteDeps {
  readonly sirenNamed: ReturnType<typeof createSirenPage>['sirenNamed']
  readonly ringState: (postId: number) => RingState | undefined
  readonly isWeatherSimulated: boolean
  readonly lightPages: Pick<LightPages, 'build'>
}

/** Formats minutes and seconds as the public countdown shows them. */
function clearTimeOf(ring: RingState | undefined, now: Date): string {
  const leftMs = ring?.state === 'Delay' ? Math.max(0, ring.endsMs - now.getTime()) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(leftMs / minuteMs))}:${two(Math.floor((leftMs % minuteMs) / secondMs))}`
}

/** Routes for the data on a siren's public page. */
export function sirenPageRoutes(deps: SirenPageRouteDeps): Served[] {
  return [
    serve(publicSiren, async ({ params, now }) => {
      const rows = await deps.sirenNamed(params)
      if (!rows) throw notFound('This siren')
      const ring = deps.ringState(sirenRingId(rows.device.id))
      const state = ring?.state ?? 'Unknown'
      return {
        locationName: rows.device.location_name ?? rows.device.name,
        isInDelay: state !== 'AllClear',
        clearTime: clearTimeOf(ring, now),
        state,
        asOf: now.toISOString(),
        validForMs: leaseMs,
        endsAt: ring?.state === 'Delay' ? new Date(ring.endsMs).toISOString() : null,
        satelliteOnly: ring?.state === 'AllClear' && ring.satelliteOnly === true,
        isSimulated: deps.isWeatherSimulated,
        build: deps.lightPages.build,
      }
    }),
  ]
}
