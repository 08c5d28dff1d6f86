interface Versioned {
  readonly version: number
}

interface SaveOver<Thing extends Versioned, Answer> {
  /** What the change was made from. */
  readonly base: Thing
  readonly send: (version: number) => Promise<Answer>
  /** How the thing is now, if a failure says that somebody else was faster. */
  readonly currentIn: (error: unknown) => Thing | undefined
  /** Whether that says something else than both the form and what it was made from. */
  readonly isNews: (current: Thing, base: Thing) => boolean
}

const mostTries = 5

/**
 * Saves a change over the version that it was made from. A newer version in which nothing differs that the form shows is
 * no reason to ask anybody; for any other one it throws what the server said.
 */
export async function saveOver<Thing extends Versioned, Answer>({
  base,
  send,
  currentIn,
  isNews,
}: SaveOver<Thing, Answer>): Promise<Answer> {
  for (let from = base, tries = 1; ; tries++) {
    try {
      return await send(from.version)
    } catch (error) {
      const current = currentIn(error)
      if (!current || tries === mostTries || isNews(current, from)) throw error
      from = current
    }
  }
}
