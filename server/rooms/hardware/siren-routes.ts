import {
  getSiren,
  listSirens as listSirensCall,
  publicSiren,
  testAllClear,
  testDelay,
  testLight,
  turnOffTests,
  updateSiren,
  type UnitResult,
} from '#contract/sirens'
import type { RingState } from '#domain/lightning/ring'
import { minuteMs, secondMs } from '#server/platform/clock'
import { notFound, Problem } from '#server/platform/http/problems'
import { serve, WithMessage, type Served } from '#server/platform/http/serve'
import { findCustomer } from '#server/rooms/customers/index'
import { leaseMs, postOf } from '#server/rooms/lightning/index'
import { changeSiren } from './change-hardware.ts'
import { devicesSeenBy, deviceSeenBy } from './reach.ts'
import type { SirenRegister } from './siren-register.ts'
import { findSiren, listSirens, type SirenRows } from './store.ts'
import { endTests, testSirens, type TestRoom } from './test-sirens.ts'
import { wireSiren } from './wire.ts'

export interface SirenRouteDeps extends TestRoom {
  readonly sirens: SirenRegister
}

/** A test that no siren has begun is none; one that some have begun says which. */
function judged(results: readonly UnitResult[], what: string): WithMessage<UnitResult[]> {
  const done = results.filter(({ status }) => status === 1)
  const unit = results.length > 1 ? 'units' : 'unit'
  if (done.length === 0) {
    const because = [...new Set(results.map(each => each.because ?? ''))].join(' ')
    throw new Problem(502, because, { ServerErrors: [because] })
  }
  return new WithMessage([...results], `Successfully ${what} for selected ${unit}.`)
}

const squeezed = (name: string) => name.replace(/\s/g, '').toLowerCase()

/** Minutes and seconds, as the public sees them count down. */
function clearTimeOf(ring: RingState | undefined, now: Date): string {
  const leftMs = ring?.state === 'Delay' ? Math.max(0, ring.endsMs - now.getTime()) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(leftMs / minuteMs))}:${two(Math.floor((leftMs % minuteMs) / secondMs))}`
}

export function sirenRoutes(deps: SirenRouteDeps): Served[] {
  const { db, sirens } = deps
  const ringOf = sirens.ringOf.bind(sirens)

  return [
    serve(listSirensCall, async ({ caller }) => {
      const seen = await devicesSeenBy(db, caller)
      const ids = seen.map(({ id }) => id)
      return (await listSirens(db, caller.customerId, ids)).map(rows => wireSiren(rows, ringOf(rows)))
    }),

    serve(getSiren, async ({ caller, params }) => {
      const { id, customer_id } = await deviceSeenBy(db, caller, params.id, 'siren')
      const rows = await findSiren(db, customer_id, id)
      if (!rows) throw notFound('This siren')
      return wireSiren(rows, ringOf(rows))
    }),

    serve(
      updateSiren,
      async ({ body, ...doing }) =>
        new WithMessage(
          await changeSiren({ ...deps, ringOf }, doing, body),
          'OWS Settings Successfully Updated',
        ),
    ),

    serve(testDelay, async ({ body, ...doing }) =>
      judged(await testSirens(deps, doing, 'delay', body), 'tested Delay'),
    ),
    serve(testAllClear, async ({ body, ...doing }) =>
      judged(await testSirens(deps, doing, 'all clear', body), 'tested All Clear'),
    ),
    serve(testLight, async ({ body, ...doing }) =>
      judged(await testSirens(deps, doing, 'light', body), 'tested light'),
    ),
    serve(turnOffTests, async ({ body, ...doing }) =>
      judged(await endTests(deps, doing, body), 'turned off tests'),
    ),

    serve(publicSiren, async ({ params, now }) => {
      const found: SirenRows[] = []
      for (const rows of sirens.all()) {
        if (squeezed(rows.device.name) !== squeezed(params.sirenName)) continue
        const customer = await findCustomer(db, 'system', rows.device.customer_id)
        if (customer && squeezed(customer.name) === squeezed(params.customerName)) found.push(rows)
      }
      const [rows] = found
      // Two that bear one name would be taken for each other.
      if (!rows || found.length > 1) throw notFound('This siren')
      const ring = deps.ringState(postOf(rows.device.id))
      const state = ring?.state ?? 'Unknown'
      return {
        locationName: rows.device.location_name ?? rows.device.name,
        isInDelay: state !== 'AllClear',
        clearTime: clearTimeOf(ring, now),
        state,
        asOf: now.toISOString(),
        validForMs: leaseMs,
      }
    }),
  ]
}
