import { createAddressKeys } from '#server/platform/address-keys'
import { dayMs, later } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import { createSpeechOf, type RecordDeps, type SpeechOf } from './record-text.ts'
import { speechRoutes } from './routes.ts'
import { deleteRecordingsBefore } from './store.ts'

export interface SpeechDeps extends Omit<RecordDeps, 'keys'> {
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly leaderSchedule: Schedule
}

export interface SpeechMaker {
  readonly routes: readonly Served[]
  readonly speechOf: SpeechOf
}

const keptMs = 90 * dayMs

/** Text as sound: each text is recorded once, stored, and available to anyone who has its URL. */
export function createSpeech(deps: SpeechDeps): SpeechMaker {
  const { db, clock } = deps
  const keys = createAddressKeys(deps.secrets.keyFor('recordings'), 'recording')
  deps.leaderSchedule.every('recording retention', dayMs, () =>
    deleteRecordingsBefore(db, later(clock.now(), -keptMs)),
  )
  return { routes: speechRoutes({ db, keys }), speechOf: createSpeechOf({ ...deps, keys }) }
}
