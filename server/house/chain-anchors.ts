import { appendFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnchorPlace } from '#server/anchor-settings'
import { anchorLineOf, type AnchorLine } from '#server/platform/anchor-lines'
import { chainKeyOf, type ChainHead } from '#server/platform/chain-key'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'
import type { AskOutside } from '#server/platform/outside/index'
import type { Rehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import { auditHeads } from '#server/platform/verify-audit'
import { evidenceHeads } from '#server/rooms/lightning/index'
import { beginKeyedEntries } from '#server/house/keyed-entries'

export interface ChainAnchorsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: { readonly auditAnchor: AnchorPlace | undefined }
  readonly outside: { readonly ask: AskOutside }
  /** Whether this is a rehearsal: a copy must not record its ends alongside the real server's. */
  readonly rehearsal: Pick<Rehearsal, 'state'>
}

export interface ChainAnchors {
  /** Records the ends of all chains. Call it every hour. */
  anchor(): Promise<void>
  /**
   * Records them for the last time. Never throws and never waits long, so the server stops even if its database does
   * not respond.
   */
  finish(): Promise<void>
  readonly figures: readonly Figure[]
}

const figuresForMs = 10 * secondMs
const postWithinMs = 3 * secondMs
/** Shutdown takes less than ten seconds, even if the database does not respond. */
const finishWithinMs = 3 * secondMs
/** As many digits as a metric's value can hold exactly. */
const shortHeadDigits = 12

const allHeads = async (db: Db) => [...(await auditHeads(db)), ...(await evidenceHeads(db))]

export function createChainAnchors(deps: ChainAnchorsDeps): ChainAnchors {
  const { db, clock, log, outside, rehearsal } = deps
  const place = deps.config.auditAnchor
  const anchored = new Map<string, string>()

  async function send(line: AnchorLine) {
    if (!place) return
    const text = JSON.stringify(line)
    if (place.kind === 'file') return appendFile(place.path, `${text}\n`, { mode: 0o600, flush: true })
    const headers = { 'content-type': 'application/json' }
    const { status } = await outside.ask({ url: place.url, headers, body: text, timeoutMs: postWithinMs })
    if (status < 200 || status > 299) throw new Error(`the response was ${status}`)
  }

  async function record() {
    const heads = await allHeads(db)
    const changed = heads.filter(({ chain, head }) => anchored.get(chain) !== head)
    const line = anchorLineOf(chainKeyOf(db), changed, heads, clock.now())
    log.info({ chains: line.chains, all: line.all }, 'the ends of the audit and evidence chains')
    if (rehearsal.state() !== null) return // a rehearsal records nothing, and its ends must not count as recorded
    try {
      await send(line)
      for (const { chain, head } of changed) anchored.set(chain, head)
    } catch (error) {
      // The next line contains the same ends again.
      log.error(
        { because: (error as Error).message },
        'the ends of the chains could not be recorded at AUDIT_ANCHOR; check that it can be written to',
      )
    }
  }

  /** Both metrics share one query, at most this often, because all entries from before the upgrade must be counted. */
  let recent: { readonly untilMs: number; readonly heads: Promise<ChainHead[]> } | undefined
  function recentHeads(): Promise<ChainHead[]> {
    const nowMs = clock.monotonicMs()
    if (!recent || nowMs >= recent.untilMs) {
      recent = { untilMs: nowMs + figuresForMs, heads: allHeads(db) }
      recent.heads.catch(() => (recent = undefined)) // reported by the metric; its next query tries again
    }
    return recent.heads
  }

  const figure = (name: string, help: string, valueOf: (head: ChainHead) => number): Figure => ({
    name,
    help,
    labelNames: ['chain'],
    read: async () =>
      (await recentHeads()).map(head => ({ labels: { chain: head.chain }, value: valueOf(head) })),
  })

  return {
    async anchor() {
      await beginKeyedEntries(db, clock.now())
      await record()
    },
    async finish() {
      const late = sleep(finishWithinMs, undefined, { ref: false })
      await Promise.race([record(), late]).catch((error: unknown) =>
        log.warn({ because: (error as Error).message }, 'the ends of the chains could not be read'),
      )
    },
    figures: [
      figure('skywarden_chain_entries', 'Entries in each audit and evidence chain', ({ entries }) => entries),
      figure(
        'skywarden_chain_head',
        `The first ${shortHeadDigits} hexadecimal digits of the last entry of each chain, as a number`,
        ({ head }) => Number.parseInt(head.slice(0, shortHeadDigits), 16),
      ),
    ],
  }
}
