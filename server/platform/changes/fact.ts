import type { FactRow } from './store.ts'

/** Kinds of facts and their payloads; `server/facts.ts` defines ours. */
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

/** Returns a stored fact. The kinds are those of the application, which is the only writer. */
export function factOf<Facts extends FactMap>({ customer_id, ...row }: FactRow): Fact<Facts> {
  return { ...row, customerId: customer_id } as unknown as Fact<Facts>
}

/** Writes a fact in the same transaction as the change it describes. */
export type AppendFact<Facts extends FactMap> = <Kind extends keyof Facts & string>(
  kind: Kind,
  fact: {
    readonly customerId: number | null
    /** The subject of the fact, for people who read the log: 'location 12'. */
    readonly subject: string
    readonly body: Facts[Kind]
    readonly because?: string | null
  },
) => void
