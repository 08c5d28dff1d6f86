import { unprovable } from '#domain/lightning/proof'

/** Beside an All Clear that only a satellite proves, wherever that is said. */
export const satelliteOnly = 'By satellite only, which misses some flashes. Leave at the first thunder.'

/** Of a countdown that will not end in All Clear: why, by what the server said of the ring. */
export function staleWords(because: string | undefined): string {
  return because === unprovable
    ? 'Satellites alone do not prove All Clear here. Do not rely on the countdown.'
    : 'The lightning feed has stopped reporting. Do not rely on the countdown.'
}

/** What to do while nothing is known, wherever that is said. */
export const treatAsUnsafe = 'Treat as unsafe. Wait 30 minutes after the last thunder.'
