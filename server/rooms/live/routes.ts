import { live, type LiveEvent } from '#contract/live'
import { stream, type Served } from '#server/platform/http/serve'
import { frame } from '#server/platform/http/stream'
import type { Audience, Readers } from './readers.ts'

/** The snapshot of a room's state that a new subscriber receives first. */
export type Greeting = (audience: Audience) => readonly LiveEvent[]

export interface LiveRouteDeps {
  readonly readers: Readers
  readonly greetings: readonly Greeting[]
}

export function liveRoutes({ readers, greetings }: LiveRouteDeps): Served[] {
  return [
    stream(live, ({ caller }, sink) => {
      const audience: Audience = { kind: 'person', userId: caller.id, customerId: caller.customerId }
      for (const greeting of greetings) {
        for (const event of greeting(audience)) sink.send(frame<typeof live>(event))
      }
      return readers.add(audience, sink)
    }),
  ]
}
