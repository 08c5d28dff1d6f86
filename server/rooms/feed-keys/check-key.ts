import { createHash } from 'node:crypto'
import { Problem } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { useFeedKey, type FeedKeyRow } from './store.ts'

export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

const wrongKey = () => new Problem(401, 'This feed key is not valid. Send the key as a bearer token.')

/** How long a key is cached without querying the database again. */
const rememberedMs = 5000

export interface KeyCheck {
  /** The key to which a token belongs; throws if there is none. */
  keyFor(token: string | undefined, now: Date): Promise<FeedKeyRow>
  forget(keyHash: string): void
  forgetAll(): void
}

export function createKeyCheck(db: Db): KeyCheck {
  const remembered = new Map<string, { key: FeedKeyRow; untilMs: number }>()
  return {
    async keyFor(token, now) {
      if (token === undefined) throw wrongKey()
      const hash = hashKey(token)
      const known = remembered.get(hash)
      if (known && now.getTime() < known.untilMs) return known.key
      remembered.delete(hash)
      const key = await useFeedKey(db, hash, now)
      if (!key) throw wrongKey()
      remembered.set(hash, { key, untilMs: now.getTime() + rememberedMs })
      return key
    },
    forget: keyHash => void remembered.delete(keyHash),
    forgetAll: () => remembered.clear(),
  }
}
