import { houseHeader, weatherHeader } from '#contract/call'
import type { Rehearsal } from '#server/platform/rehearsal/index'
import type { Sources } from '#server/sources'

/**
 * Headers of every response that identify this server as a rehearsal or a simulation, so that no screen can mistake it
 * for the real one.
 */
export function answerHeaders(
  { simulated }: Pick<Sources, 'simulated'>,
  rehearsal: Pick<Rehearsal, 'state'>,
): Readonly<Record<string, string>> {
  return {
    [weatherHeader]: simulated ? 'simulated' : 'real',
    [houseHeader]: rehearsal.state() === null ? 'real' : 'rehearsal',
  }
}
