import { mergeEdits, type MergeRule } from '#domain/edits/merge'

interface Versioned {
  readonly version: number
}

interface SaveOver<Thing extends Versioned, Draft extends object, Answer> {
  /** The version from which the change started. */
  readonly base: Thing
  readonly draft: Draft
  readonly draftOf: (thing: Thing) => Draft
  readonly rule?: MergeRule<Draft> | undefined
  readonly send: (draft: Draft, over: Thing) => Promise<Answer>
  /** The current version, if the failure is a version conflict. */
  readonly currentIn: (error: unknown) => Thing | undefined
}

const mostTries = 5

/**
 * Saves a change based on the version it started from. Keeps what someone else changed in the meantime, without asking.
 * If both changed the same field, throws the server's error.
 */
export async function saveOver<Thing extends Versioned, Draft extends object, Answer>({
  base,
  draft,
  draftOf,
  rule,
  send,
  currentIn,
}: SaveOver<Thing, Draft, Answer>): Promise<Answer> {
  let [over, wanted] = [base, draft]
  for (let tries = 1; ; tries++) {
    try {
      return await send(wanted, over)
    } catch (error) {
      const current = currentIn(error)
      if (!current || tries === mostTries) throw error
      const { mine, contested } = mergeEdits(draftOf(base), draft, draftOf(current), rule)
      if (contested.length > 0) throw error
      over = current
      wanted = mine
    }
  }
}
