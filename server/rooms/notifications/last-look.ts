import { lightningOf } from '#domain/lightning/reader-answer'
import { asSatelliteOnly } from '#domain/messages/lightning-message'
import { brieflyMinutes, validityWords } from '#domain/messages/validity'
import { later, minuteMs, secondMs } from '#server/platform/clock'
import { timeIn, type RingsAt } from './occasions/index.ts'
import { rankOf, type DeliveryRow } from './store/deliveries.ts'

export const brieflyMs = brieflyMinutes * minuteMs

/** What a message says at the moment it is sent, and until when. */
export interface SaidNow {
  readonly subject: string
  readonly text: string
  /** From when it is, and until when it may be believed; null for a message that is not about the weather. */
  readonly validity: string | null
  /** Until when it may be believed; null if only another message ends it. */
  readonly validUntil: Date | null
  /** How long a provider may hold it for a phone that is off. */
  readonly usefulSeconds: number
}

/**
 * The last look at a message, right before it is sent: null if it says that lightning is over and that is not true now.
 * Whatever says that something is safe waits outside only briefly, because danger could not take it back there.
 */
export function lastLook(
  row: DeliveryRow,
  { subject, text }: Pick<SaidNow, 'subject' | 'text'>,
  ringsAt: RingsAt,
  now: Date,
): SaidNow | null {
  const { about } = row
  const lightning = clearNow(row, ringsAt, now)
  if (lightning === null) return null
  const leftMs = row.expires_at.getTime() - now.getTime()
  const isBrief = row.priority === rankOf('over') && row.tone !== 'danger'
  const usefulMs = isBrief ? Math.min(leftMs, brieflyMs) : leftMs
  const until = later(now, usefulMs)
  // What has ended is true as of the last look; a beginning, as of when it was noticed.
  const asOf = about?.clear || about?.isEnd ? now : row.created_at
  const isMarkMissing = lightning.satelliteOnly && about?.clear?.satelliteOnly === false
  const inZones = (time: Date) => timeIn(about?.zones ?? [], time)
  const words = isMarkMissing ? asSatelliteOnly({ subject, text }) : { subject, text }
  return {
    ...words,
    // A list of emails shows no more than this.
    ...(about && isBrief && { subject: `${words.subject}, as of ${inZones(asOf)}` }),
    validity: about && validityWords(about.lasts, inZones(asOf), inZones(until)),
    validUntil: isBrief ? until : null,
    usefulSeconds: Math.max(1, Math.floor(usefulMs / secondMs)),
  }
}

/** Whether what a message says is clear is clear now, and only by satellite; null if it is not. */
function clearNow(
  { about, created_at }: Pick<DeliveryRow, 'about' | 'created_at'>,
  ringsAt: RingsAt,
  now: Date,
): { readonly satelliteOnly: boolean } | null {
  const clear = about?.clear
  if (!clear) return { satelliteOnly: false }
  const rings = ringsAt(clear.locationId).filter(({ ring }) => !clear.but.includes(ring))
  // A ring that was switched off is not watched once it is clear: its end stays true as long as anything that is safe.
  if (rings.length === 0)
    return now.getTime() - created_at.getTime() < brieflyMs ? { satelliteOnly: false } : null
  const lightning = lightningOf(rings, now.getTime())
  return lightning.state === 'AllClear' ? { satelliteOnly: lightning.satelliteOnly === true } : null
}
