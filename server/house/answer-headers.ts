import { houseHeader, weatherHeader } from '#contract/call'
import type { Rehearsal } from '#server/platform/rehearsal/index'
import type { Sources } from '#server/sources'

/** What every answer says of the house, so that no screen can take it for another. */
export function answerHeaders(
  { simulated }: Pick<Sources, 'simulated'>,
  rehearsal: Pick<Rehearsal, 'state'>,
): Readonly<Record<string, string>> {
  return {
    [weatherHeader]: simulated ? 'simulated' : 'real',
    [houseHeader]: rehearsal.state() === null ? 'real' : 'rehearsal',
  }
}
