import { createHash } from 'node:crypto'
import { chainKeyOf, type ChainHead, type Unkeyed } from '#server/platform/chain-key'
import type { Db } from '#server/platform/store/index'
import { readSnapshot } from '#server/platform/store/snapshot'
import { cutOff, type ChainFault } from '#server/platform/verify-audit'
import {
  allEvidence,
  evidenceHead,
  placedEvidence,
  type KeyedEvidence,
  type PlacedEvidence,
} from '#server/rooms/lightning/store/delays'
import { firstHash } from '#server/platform/audit'
import { entryFault, evidenceMac } from './evidence.ts'

/** The name under which the order of all evidence is anchored. */
const evidenceChain = 'evidence'

/** The last entry of all evidence. */
export async function evidenceHeads(db: Db): Promise<ChainHead[]> {
  const { place, mac } = await evidenceHead(db)
  return place === 0 ? [] : [{ chain: evidenceChain, entries: place, head: mac }]
}

/** All evidence without a code. */
export function unkeyedEvidence(db: Db): Promise<Unkeyed> {
  return readSnapshot(db, unkeyedWithin)
}

async function unkeyedWithin(db: Db): Promise<Unkeyed> {
  const digest = createHash('sha256')
  let entries = 0
  for await (const rows of allEvidence(db, 'system')) {
    for (const row of rows) {
      if (row.mac !== null) continue
      entries++
      digest.update(lineOf(row))
    }
  }
  return { entries, digest: digest.digest('hex') }
}

const lineOf = ({ delay_id: delayId, number, hash }: KeyedEvidence) => `${delayId} ${number} ${hash}\n`

export interface VerifiedEvidence {
  readonly entries: number
  readonly delays: number
  readonly faults: ChainFault[]
  readonly unkeyed: Unkeyed
}

function codeFault(row: PlacedEvidence, before: { place: number; mac: string }, key: Buffer): string | null {
  const { delay_id: delayId, number, hash, place, mac } = row
  if (place !== before.place + 1)
    return `entries are missing before it (place ${place} follows ${before.place})`
  if (evidenceMac(key, { delayId, number, hash, place }, before.mac) !== mac)
    return "it was not written with this server's key, or not after the one before it"
  return null
}

/**
 * Checks the evidence of all delays: each entry must follow from the previous one of its delay, and from the one
 * written just before it. A fault's `id` is that of the delay.
 */
export function verifyAllEvidence(db: Db, anchored: readonly ChainHead[] = []): Promise<VerifiedEvidence> {
  return readSnapshot(db, tx => verifyWithin(tx, anchored))
}

async function verifyWithin(db: Db, anchored: readonly ChainHead[]): Promise<VerifiedEvidence> {
  const key = chainKeyOf(db)
  const faults: ChainFault[] = []
  const add = (row: { delay_id: number; number: number }, because: string) =>
    faults.push({
      chain: `delay ${row.delay_id}`,
      id: row.delay_id,
      because: `entry ${row.number}: ${because}`,
    })

  const digest = createHash('sha256')
  const delays = new Set<number>()
  let [entries, unkeyed] = [0, 0]
  let before = { delayId: 0, number: 0, hash: firstHash }
  for await (const rows of allEvidence(db, 'system')) {
    for (const { place, mac, ...row } of rows) {
      if (row.delay_id !== before.delayId) before = { delayId: row.delay_id, number: 0, hash: firstHash }
      delays.add(row.delay_id)
      const because = (mac === null) === (place === null) ? entryFault(row, before) : 'it was changed'
      if (because !== null) add(row, because)
      before = { delayId: row.delay_id, number: row.number, hash: row.hash }
      entries++
      if (mac !== null) continue
      unkeyed++
      digest.update(lineOf({ ...row, place: null, mac }))
    }
  }

  const wanted = Map.groupBy(
    anchored.filter(({ chain }) => chain === evidenceChain),
    each => each.entries,
  )
  let last = { place: 0, mac: '' }
  for await (const rows of placedEvidence(db, 'system')) {
    for (const row of rows) {
      const because = codeFault(row, last, key)
      if (because !== null) add(row, because)
      last = { place: row.place ?? 0, mac: row.mac ?? '' }
      const other = wanted.get(last.place)?.find(({ head }) => !last.mac.startsWith(head))
      if (other) add(row, `it is not the entry that was anchored as number ${last.place}`)
    }
  }
  const ends = cutOff(new Map([[evidenceChain, { number: last.place }]]), [...wanted.values()].flat())
  return {
    entries,
    delays: delays.size,
    faults: [...faults, ...ends],
    unkeyed: { entries: unkeyed, digest: digest.digest('hex') },
  }
}
