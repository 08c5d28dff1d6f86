import { Resolver } from 'node:dns/promises'
import { secondMs } from '#server/platform/clock'
import type { ResolveTxt } from './domains.ts'

/** Queries this machine's name servers. A missing record and an unreachable server give the same result. */
export const resolveTxt: ResolveTxt = async name => {
  const resolver = new Resolver({ timeout: 3 * secondMs, tries: 2 })
  try {
    const records = await resolver.resolveTxt(name)
    return records.map(pieces => pieces.join(''))
  } catch {
    return [] // the caller asks people to wait and retry, which is right for every failure
  }
}
