import { randomBytes } from 'node:crypto'
import {
  createFeedKey,
  deleteFeedKey,
  ingestStrikes,
  listFeedKeys,
  type FeedKey,
} from '#contract/weather/lightning'
import { mostCoverageAheadMs } from '#domain/lightning/coverage'
import type { Coverage, Strike } from '#domain/lightning/strike'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import { secondMs } from '#server/platform/clock'
import { badInput, notFound, type Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { hashKey, type KeyCheck } from './check-key.ts'
import { sourceIdOf } from './key-sources.ts'
import * as store from './store.ts'

function wireKey(row: store.FeedKeyRow): FeedKey {
  return {
    id: row.id,
    name: row.name,
    provesAbsence: row.proves_absence,
    area: row.area,
    staleAfterSeconds: row.stale_after_seconds,
    positionErrorMiles: row.position_error_miles,
    license: row.license,
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
  }
}

export interface FeedKeyRouteDeps {
  readonly db: Db
  readonly changes: Changes<Facts>
  /** Accepts a batch from a source. */
  readonly receive: (batch: {
    readonly strikes: readonly Strike[]
    readonly coverage: readonly Coverage[]
  }) => Promise<{ accepted: number; known: number }>
  readonly sources: Sources
  readonly keys: KeyCheck
}

function appendChanged(appendFact: AppendFact<Facts>, keyId: number) {
  appendFact('feed key changed', { customerId: null, subject: `feed key ${keyId}`, body: { keyId } })
}

const mostNamed = 20

/** The error for coverage that ends later than a correct clock allows. */
function earlyCoverage(coverage: readonly { readonly to: string }[], now: Date): Problem | undefined {
  const latestMs = now.getTime() + mostCoverageAheadMs
  const early = coverage.flatMap(({ to }, index) => (Date.parse(to) > latestMs ? [index] : []))
  if (early.length === 0) return undefined
  const because = `must not be more than ${mostCoverageAheadMs / secondMs} s in the future: it is ${now.toISOString()} here`
  return badInput(
    Object.fromEntries(early.slice(0, mostNamed).map(index => [`Coverage[${index}].To`, [because]])),
    'This feed’s clock is wrong. Its strikes were accepted, but its coverage was not.',
  )
}

export function feedKeyRoutes({ db, changes, receive: hear, sources, keys }: FeedKeyRouteDeps): Served[] {
  return [
    serve(
      ingestStrikes,
      async ({ body, token, now }) => {
        const key = await keys.keyFor(token, now)
        const source = sourceIdOf(key.id)
        const tooEarly = earlyCoverage(body.coverage, now)
        const answer = await hear({
          strikes: body.strikes.map(({ time, positionErrorMiles, ...strike }) => ({
            ...strike,
            positionErrorMiles: positionErrorMiles ?? key.position_error_miles,
            source,
            timeMs: Date.parse(time),
          })),
          coverage: (tooEarly ? [] : body.coverage).map(({ from, to }) => ({
            source,
            fromMs: Date.parse(from),
            toMs: Date.parse(to),
          })),
        })
        // Thrown only after the strikes are stored: a wrong clock is no reason to lose them.
        if (tooEarly) throw tooEarly
        return answer
      },
      async (token, now) => void (await keys.keyFor(token, now)),
    ),

    serve(listFeedKeys, async () => (await store.listFeedKeyRows(db, 'system')).map(wireKey)),

    serve(createFeedKey, async ({ caller, body, now, requestId }) => {
      const key = `skf_${randomBytes(32).toString('base64url')}`
      const row = await changes.commit(async (tx, appendFact) => {
        const inserted = await store.insertFeedKey(tx, {
          name: body.name,
          key_hash: hashKey(key),
          proves_absence: body.provesAbsence,
          area: body.area,
          stale_after_seconds: body.staleAfterSeconds,
          position_error_miles: body.positionErrorMiles,
          license: body.license,
          created_at: now,
        })
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: null,
            action: 'feed key made',
            target: body.name,
            after: body,
            requestId,
          },
          now,
        )
        appendChanged(appendFact, inserted.id)
        return inserted
      })
      await sources.load(db)
      return { ...wireKey(row), key }
    }),

    serve(deleteFeedKey, async ({ caller, params, now, requestId }) => {
      const gone = await changes.commit(async (tx, appendFact) => {
        const deleted = await store.deleteFeedKeyRow(tx, params.id)
        if (!deleted) throw notFound('This key')
        await recordAudit(
          tx,
          { by: caller, customerId: null, action: 'feed key ended', target: deleted.name, requestId },
          now,
        )
        appendChanged(appendFact, deleted.id)
        return deleted
      })
      await sources.load(db)
      keys.forget(gone.key_hash)
      return null
    }),
  ]
}
