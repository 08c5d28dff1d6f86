import type { LiveLocation } from './place.ts'
import type { LightningDanger } from '#domain/policies/place-danger'

/** How dangerous lightning makes a place at this moment; it says the same from second to second. */
export function lightningDanger({ worst, rings }: LiveLocation): LightningDanger {
  if (worst.show !== 'Delay') return { show: worst.show }
  const delayed = rings.filter(({ shown }) => shown.show === 'Delay')
  return {
    show: 'Delay',
    ring: Math.min(...delayed.map(({ ring }) => ring)),
    endsAtMs: Math.max(...delayed.map(({ said }) => Date.parse(said?.endsAt ?? ''))),
  }
}
