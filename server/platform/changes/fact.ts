import type { FactRow } from './store.ts'

/** Kinds of facts, and what each says: `server/facts.ts` has ours. */
export type FactMap = object

export type Fact<Facts extends FactMap> = {
  [Kind in keyof Facts & string]: {
    readonly kind: Kind
    /** Later facts have higher numbers. */
    readonly number: number
    readonly at: Date
    readonly customerId: number | null
    readonly subject: string
    readonly body: Facts[Kind]
    readonly because: string | null
  }
}[keyof Facts & string]

/** A fact as it stands in the log. The kinds are those of whoever reads: nobody else writes there. */
export function factOf<Facts extends FactMap>({ customer_id, ...row }: FactRow): Fact<Facts> {
  return { ...row, customerId: customer_id } as unknown as Fact<Facts>
}

/** Writes a fact down with whatever else the transaction changes. */
export type AppendFact<Facts extends FactMap> = <Kind extends keyof Facts & string>(
  kind: Kind,
  fact: {
    readonly customerId: number | null
    /** What it is about, for whoever reads the log: 'location 12'. */
    readonly subject: string
    readonly body: Facts[Kind]
    readonly because?: string | null
  },
) => void
