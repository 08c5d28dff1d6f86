import { weatherHeader } from '#contract/call'
import { useSyncExternalStore } from 'react'

/** Whether the weather that was last answered is simulated. Every answer says so: a server may come back as another. */
let isSimulated = false
const listeners = new Set<() => void>()

/** Notes what an answer says of its weather; one that says nothing is not the server's own. */
export function noteWeatherKind(answer: Response): void {
  const kind = answer.headers.get(weatherHeader)
  if (kind === null || (kind === 'simulated') === isSimulated) return
  isSimulated = kind === 'simulated'
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useSimulatedWeather(): boolean {
  return useSyncExternalStore(listen, () => isSimulated)
}
