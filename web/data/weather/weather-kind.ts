import { houseHeader, weatherHeader } from '#contract/call'
import { useSyncExternalStore } from 'react'

/** A server property in every response's headers. It may change when the server restarts. */
function answeredFlag(header: string, value: string) {
  let isSet = false
  const listeners = new Set<() => void>()
  return {
    /** A response without the header is not from the server itself. */
    note(answer: Response) {
      const reported = answer.headers.get(header)
      if (reported === null || (reported === value) === isSet) return
      isSet = reported === value
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

/** Records what a response's headers report about its weather and its deployment. */
export function noteWeatherKind(answer: Response): void {
  simulated.note(answer)
  rehearsal.note(answer)
}

/** Whether the last response's weather is simulated. */
export function useSimulatedWeather(): boolean {
  return useSyncExternalStore(simulated.listen, simulated.read)
}

/** Whether the last response is from a rehearsal deployment, which sends nothing out. */
export function useRehearsal(): boolean {
  return useSyncExternalStore(rehearsal.listen, rehearsal.read)
}
