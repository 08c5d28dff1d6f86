import {
  getSiren,
  listSirens as listSirensCall,
  testAllClear,
  testDelay,
  testLight,
  turnOffTests,
  updateSiren,
  type UnitResult,
} from '#contract/devices/sirens'
import { notFound, Problem } from '#server/platform/http/problems'
import { serve, WithMessage, type Served } from '#server/platform/http/serve'
import { changeSiren } from '#server/rooms/hardware/change-hardware'
import { devicesSeenBy, deviceSeenBy } from '#server/rooms/hardware/reach'
import type { SirenRegister } from '#server/rooms/hardware/siren-register'
import { findSiren, listSirenRows } from '#server/rooms/hardware/store/devices'
import { endTests, testSirens, type TestRoom } from '#server/rooms/hardware/test-sirens'
import { wireSiren } from '#server/rooms/hardware/wire'

export interface SirenRouteDeps extends TestRoom {
  readonly sirens: SirenRegister
}

/** The result of a test: it fails if no siren has started it; if only some have, the message lists them. */
function judged(results: readonly UnitResult[], what: string): WithMessage<UnitResult[]> {
  const done = results.filter(({ status }) => status === 1)
  const unit = results.length > 1 ? 'units' : 'unit'
  if (done.length === 0) {
    const because = [...new Set(results.map(each => each.because ?? ''))].join(' ')
    throw new Problem(502, because, { ServerErrors: [because] })
  }
  return new WithMessage([...results], `Successfully ${what} for selected ${unit}.`)
}

export function sirenRoutes(deps: SirenRouteDeps): Served[] {
  const { db, sirens } = deps
  const ringOf = sirens.ringOf.bind(sirens)

  return [
    serve(listSirensCall, async ({ caller }) => {
      const seen = await devicesSeenBy(db, caller)
      const ids = seen.map(({ id }) => id)
      return (await listSirenRows(db, caller.customerId, ids)).map(rows => wireSiren(rows, ringOf(rows)))
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
  ]
}
