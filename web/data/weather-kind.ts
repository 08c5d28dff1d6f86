import { houseHeader, weatherHeader } from '#contract/call'
import { useSyncExternalStore } from 'react'

/** Something that every answer says of the server: it may come back as another. */
function answeredFlag(header: string, value: string) {
  let isSet = false
  const listeners = new Set<() => void>()
  return {
    /** An answer that says nothing is not the server's own. */
    note(answer: Response) {
      const said = answer.headers.get(header)
      if (said === null || (said === value) === isSet) return
      isSet = said === value
      for (const listener of listeners) listener()
    },
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => isSet,
  }
}

const simulated = answeredFlag(weatherHeader, 'simulated')
const rehearsal = answeredFlag(houseHeader, 'rehearsal')

/** Notes what an answer says of its weather, and of the house that it comes from. */
export function noteWeatherKind(answer: Response): void {
  simulated.note(answer)
  rehearsal.note(answer)
}

/** Whether the weather that was last answered is simulated. */
export function useSimulatedWeather(): boolean {
  return useSyncExternalStore(simulated.listen, simulated.read)
}

/** Whether the house that last answered is a rehearsal: it lets nothing out. */
export function useRehearsal(): boolean {
  return useSyncExternalStore(rehearsal.listen, rehearsal.read)
}
