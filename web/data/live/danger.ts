import type { LiveLocation } from './place.ts'
import type { LightningDanger } from '#domain/policies/place-danger'

/** How dangerous lightning currently makes a place. Stable from second to second. */
export function lightningDanger({ worst, worstRing }: LiveLocation): LightningDanger {
  if (worst.show !== 'Delay' || !worstRing) return { show: worst.show === 'Delay' ? 'Unknown' : worst.show }
  return { show: 'Delay', ring: worstRing.ring, endsAtMs: Date.parse(worstRing.said?.endsAt ?? '') }
}
