import { recording } from '#contract/devices/speech'
import type { AddressKeys } from '#server/platform/address-keys'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { findRecording } from './store.ts'

export interface SpeechRouteDeps {
  readonly db: Db
  readonly keys: Pick<AddressKeys, 'check'>
}

export function speechRoutes({ db, keys }: SpeechRouteDeps): Served[] {
  return [
    serve(recording, async ({ params, query, now }) => {
      keys.check(params.id, query, now)
      const row = await findRecording(db, params.id)
      if (!row) throw notFound('This recording')
      return { bytes: row.wav, tag: row.sha256, keptSeconds: 3600, isFinal: true }
    }),
  ]
}
