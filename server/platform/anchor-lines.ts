import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { canonical } from './canonical.ts'
import { codeOf, type ChainHead } from './chain-key.ts'

/**
 * The ends of all chains that changed since the previous line, and a digest of all ends. Kept out of reach of
 * people who can write to the database, it reveals a chain that was cut off or replaced as a whole.
 */
export interface AnchorLine {
  readonly at: string
  readonly chains: Readonly<Record<string, readonly [entries: number, head: string]>>
  readonly all: string
  readonly mac: string
}

const anchorLine = z.object({
  at: z.string(),
  chains: z.record(z.string(), z.tuple([z.number(), z.string()])),
  all: z.string(),
  mac: z.string(),
})

export function anchorLineOf(
  key: Buffer,
  changed: readonly ChainHead[],
  all: readonly ChainHead[],
  now: Date,
): AnchorLine {
  const pairs = (heads: readonly ChainHead[]) =>
    Object.fromEntries(heads.map(({ chain, entries, head }) => [chain, [entries, head] as const]))
  const line = {
    at: now.toISOString(),
    chains: pairs(changed),
    all: createHash('sha256')
      .update(canonical(pairs(all)))
      .digest('hex'),
  }
  return { ...line, mac: codeOf(key, line) }
}

/** Reads the heads in an anchor file, and the numbers of lines that this server did not write. */
export function readAnchorLines(text: string, key: Buffer): { heads: ChainHead[]; foreign: number[] } {
  const heads: ChainHead[] = []
  const foreign: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = parsed(line)
    if (read === null) {
      foreign.push(index + 1)
      continue
    }
    const { mac, ...said } = read
    if (codeOf(key, said) !== mac) foreign.push(index + 1)
    else
      heads.push(...Object.entries(said.chains).map(([chain, [entries, head]]) => ({ chain, entries, head })))
  }
  return { heads, foreign }
}

function parsed(line: string): AnchorLine | null {
  try {
    return anchorLine.parse(JSON.parse(line))
  } catch {
    return null // not one of our lines, or cut off
  }
}

/** Reads a head as typed after `--head`, from a log line or from /metrics: `house:12:0f3c…`. */
export function readHead(text: string): ChainHead | null {
  const [, chain, entries, head] = /^(.+):(\d+):([0-9a-f]{12,64})$/.exec(text.trim()) ?? []
  return chain && entries && head ? { chain, entries: Number(entries), head } : null
}
