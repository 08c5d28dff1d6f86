import { createHash, randomBytes } from 'node:crypto'
import { createFeedKey, deleteFeedKey, ingestStrikes, listFeedKeys, type FeedKey } from '#contract/lightning'
import { simulatedSource } from '#domain/feeds/source'
import { recordAct } from '#server/platform/audit'
import { notFound, Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import type { LightningEngine } from './engine.ts'
import * as store from './store.ts'

const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** Strikes of another source are told apart by its key: two networks may use the same ids. */
export const sourceOf = (keyId: number) => `key ${keyId}`

/** Which sources may prove All Clear: the simulated world where it is in use, and keys that were given that right. */
export class TrustedSources {
  #trusted: ReadonlySet<string> = new Set()
  readonly #own: readonly string[]

  constructor({ simulated }: Pick<Sources, 'simulated'>) {
    this.#own = simulated ? [simulatedSource] : []
  }

  /** As the database has it: keys are made and ended through other processes as well. */
  async load(db: Db): Promise<void> {
    const keys = (await store.listFeedKeys(db, 'system')).filter(key => key.proves_absence)
    this.#trusted = new Set([...this.#own, ...keys.map(key => sourceOf(key.id))])
  }

  get isEmpty(): boolean {
    return this.#trusted.size === 0
  }

  has(source: string): boolean {
    return this.#trusted.has(source)
  }
}

function wireKey(row: store.FeedKeyRow): FeedKey {
  return {
    id: row.id,
    name: row.name,
    provesAbsence: row.proves_absence,
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
  }
}

export interface FeedKeyDeps {
  readonly db: Db
  readonly engine: LightningEngine
  readonly trusted: TrustedSources
}

const wrongKey = () => new Problem(401, 'This feed key is not valid. Send the key as a bearer token.')

/** How long a key is taken without asking the database again: the longest that an ended one works elsewhere. */
const rememberedMs = 5000

export function feedKeyRoutes({ db, engine, trusted }: FeedKeyDeps): Served[] {
  const remembered = new Map<string, { key: store.FeedKeyRow; untilMs: number }>()

  async function keyFor(token: string | undefined, now: Date): Promise<store.FeedKeyRow> {
    if (token === undefined) throw wrongKey()
    const hash = hashKey(token)
    const known = remembered.get(hash)
    if (known && now.getTime() < known.untilMs) return known.key
    remembered.delete(hash)
    const key = await store.useFeedKey(db, hash, now)
    if (!key) throw wrongKey()
    remembered.set(hash, { key, untilMs: now.getTime() + rememberedMs })
    return key
  }

  return [
    serve(
      ingestStrikes,
      async ({ body, token, now }) => {
        const source = sourceOf((await keyFor(token, now)).id)
        return engine.hear({
          strikes: body.strikes.map(({ time, ...strike }) => ({
            ...strike,
            source,
            timeMs: Date.parse(time),
          })),
          coverage: body.coverage.map(({ from, to }) => ({
            source,
            fromMs: Date.parse(from),
            toMs: Date.parse(to),
          })),
        })
      },
      async (token, now) => void (await keyFor(token, now)),
    ),

    serve(listFeedKeys, async () => (await store.listFeedKeys(db, 'system')).map(wireKey)),

    serve(createFeedKey, async ({ caller, body, now, requestId }) => {
      const key = `skf_${randomBytes(32).toString('base64url')}`
      const row = await db.transaction().execute(async tx => {
        const inserted = await store.insertFeedKey(tx, {
          name: body.name,
          key_hash: hashKey(key),
          proves_absence: body.provesAbsence,
          created_at: now,
        })
        await recordAct(
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
        return inserted
      })
      await trusted.load(db)
      return { ...wireKey(row), key }
    }),

    serve(deleteFeedKey, async ({ caller, params, now, requestId }) => {
      const gone = await db.transaction().execute(async tx => {
        const deleted = await store.deleteFeedKey(tx, params.id)
        if (!deleted) throw notFound('This key')
        await recordAct(
          tx,
          { by: caller, customerId: null, action: 'feed key ended', target: deleted.name, requestId },
          now,
        )
        return deleted
      })
      await trusted.load(db)
      remembered.delete(gone.key_hash)
      return null
    }),
  ]
}
