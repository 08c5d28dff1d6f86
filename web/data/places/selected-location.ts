const key = 'skywarden:location'

/** Returns the selected location, per tab, because two screens on one wall may show different places. */
export function rememberedId(): number | null {
  const stored = Number(sessionStorage.getItem(key))
  return Number.isSafeInteger(stored) && stored > 0 ? stored : null
}

export function rememberId(id: number): void {
  sessionStorage.setItem(key, String(id))
}
