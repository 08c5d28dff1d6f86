import type { LiveLocation } from './place.ts'
import type { LightningDanger } from '#domain/policies/place-danger'

/** Returns how dangerous lightning currently makes a place. The value does not change from second to second. */
export function lightningDanger({ worst, worstRing }: LiveLocation): LightningDanger {
  if (worst.show !== 'Delay' || !worstRing) return { show: worst.show === 'Delay' ? 'Unknown' : worst.show }
  return { show: 'Delay', ring: worstRing.ring, endsAtMs: Date.parse(worstRing.said?.endsAt ?? '') }
}
