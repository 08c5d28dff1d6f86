import { live, type LiveEvent } from '#contract/live'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { stream, type Served } from '#server/platform/http/serve'
import { frame } from '#server/platform/http/stream'
import { createReaders, type Audience, type Readers } from './readers.ts'

export { createReaders, type Audience, type Readers } from './readers.ts'

/** The snapshot of a room's state that a new subscriber receives first. */
export type Greeting = (audience: Audience) => readonly LiveEvent[]

export interface Live {
  readonly readers: Readers
  /** Greetings are sent in the order in which they were added. */
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
    routes: [
      stream(live, ({ caller }, sink) => {
        const audience: Audience = { kind: 'person', userId: caller.id, customerId: caller.customerId }
        for (const greeting of greetings) {
          for (const event of greeting(audience)) sink.send(frame<typeof live>(event))
        }
        return readers.add(audience, sink)
      }),
    ],
  }
}
