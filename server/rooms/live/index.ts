import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Served } from '#server/platform/http/serve'
import { createReaders, type Readers } from './readers.ts'
import { liveRoutes, type Greeting } from './routes.ts'

export { createReaders, type Audience, type Readers } from './readers.ts'

export interface Live {
  readonly readers: Readers
  /** Adds a greeting. Greetings are sent in the order in which they were added. */
  greetWith(greeting: Greeting): void
  readonly routes: readonly Served[]
}

/** The stream of live changes: rooms publish, screens subscribe. */
export function createLive(changes: Pick<Changes<Facts>, 'subscribe'>): Live {
  const readers = createReaders()
  changes.subscribe('person changed', ({ personId }) => readers.recheck(personId))
  const greetings: Greeting[] = []
  return {
    readers,
    greetWith: greeting => void greetings.push(greeting),
    routes: liveRoutes({ readers, greetings }),
  }
}
