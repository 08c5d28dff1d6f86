import { unprovable } from '#domain/lightning/proof'

/** Shown next to every All Clear that is proven by satellites only. */
export const satelliteOnly = 'By satellite only, which misses some flashes. Leave at the first thunder.'

/** Explains why a countdown will not end in All Clear, from the server's report on the ring. */
export function staleWords(because: string | undefined): string {
  return because === unprovable
    ? 'Satellites alone do not prove All Clear here. Do not rely on the countdown.'
    : 'The lightning feed has stopped reporting. Do not rely on the countdown.'
}

/** What people should do while the state is Unknown. Used wherever that state is shown. */
export const treatAsUnsafe = 'Treat as unsafe. Wait 30 minutes after the last thunder.'
