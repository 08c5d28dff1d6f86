import * as calls from '#contract/devices/instruments'
import { serve, type Served } from '#server/platform/http/serve'
import { described, describedOne, instrumentSeenBy, instrumentsSeenBy } from './reach.ts'
import {
  addInstrumentTo,
  changeInstrument,
  changeInstrumentKeyOf,
  removeInstrumentOf,
  type SaveInstrumentDeps,
} from './save-instrument.ts'

/** Routes for customers' own instruments: what they last sent, and their settings. */
export function instrumentRoutes(deps: SaveInstrumentDeps): Served[] {
  const { db } = deps
  return [
    serve(calls.listInstruments, async ({ caller, now }) =>
      described(db, await instrumentsSeenBy(db, caller), now),
    ),
    serve(calls.getInstrument, async ({ caller, params, now }) =>
      describedOne(db, await instrumentSeenBy(db, caller, params.id), now),
    ),
    serve(calls.addInstrument, ({ body, ...doing }) => addInstrumentTo(deps, doing, body)),
    serve(calls.updateInstrument, ({ params, body, ...doing }) =>
      changeInstrument(deps, doing, params.id, body),
    ),
    serve(calls.changeInstrumentKey, ({ params, ...doing }) => changeInstrumentKeyOf(deps, doing, params.id)),
    serve(calls.removeInstrument, async ({ params, ...doing }) => {
      await removeInstrumentOf(deps, doing, params.id)
      return null
    }),
  ]
}
