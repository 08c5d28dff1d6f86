const key = 'skywarden:location'

/** The selected location, per tab: two screens on one wall may show two places. */
export function rememberedId(): number | null {
  const stored = Number(sessionStorage.getItem(key))
  return Number.isSafeInteger(stored) && stored > 0 ? stored : null
}

export function rememberId(id: number): void {
  sessionStorage.setItem(key, String(id))
}
