import { houseHeader, weatherHeader } from '#contract/call'
import { useSyncExternalStore } from 'react'

/** A property of the server that is in every response's headers. It may change when the server restarts. */
function answeredFlag(header: string, value: string) {
  let isSet = false
  const listeners = new Set<() => void>()
  return {
    /** Records a response's header. A response without it is not from the server itself. */
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

/** Records what a response's headers say about the weather and the deployment. */
export function noteWeatherKind(answer: Response): void {
  simulated.note(answer)
  rehearsal.note(answer)
}

/** Whether the weather in the last response is simulated. */
export function useSimulatedWeather(): boolean {
  return useSyncExternalStore(simulated.listen, simulated.read)
}

/** Whether the last response is from a rehearsal deployment, which sends no messages. */
export function useRehearsal(): boolean {
  return useSyncExternalStore(rehearsal.listen, rehearsal.read)
}
