import { mergeEdits, type MergeRule } from '#domain/edits/merge'

interface Versioned {
  readonly version: number
}

interface SaveOver<Thing extends Versioned, Draft extends object, Answer> {
  /** What the change was made from. */
  readonly base: Thing
  readonly draft: Draft
  readonly draftOf: (thing: Thing) => Draft
  readonly rule?: MergeRule<Draft> | undefined
  readonly send: (draft: Draft, over: Thing) => Promise<Answer>
  /** How the thing is now, if a failure says that somebody else was faster. */
  readonly currentIn: (error: unknown) => Thing | undefined
}

const mostTries = 5

/**
 * Saves a change over the version that it was made from. What somebody else has changed meanwhile stays as they left it,
 * and nobody is asked about it. Where both have changed the same field it throws what the server said.
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
