import { minuteMs } from '#server/platform/clock'

/** Returns a feature of IEM's list with a volume scan four minutes before, changed as a test needs. */
export function attributes(nowMs: number, change: Record<string, unknown> = {}) {
  return {
    type: 'Feature',
    id: 0,
    properties: {
      nexrad: 'TLX',
      storm_id: 'A1',
      azimuth: 282,
      range: 38,
      tvs: 'NONE',
      meso: 'NONE',
      posh: 0,
      poh: 20,
      max_size: 0.01,
      vil: 30,
      max_dbz: 55,
      max_dbz_height: 12.1,
      top: 36,
      drct: 234,
      sknt: 26,
      valid: new Date(nowMs - 4 * minuteMs).toISOString().replace('.000Z', 'Z'),
      ...change,
    } as Record<string, unknown>,
    geometry: { type: 'Point', coordinates: [-97.6, 35.3] },
  }
}

export function storms(generatedMs: number, features: readonly unknown[]): string {
  const generated = new Date(generatedMs).toISOString().replace('.000Z', 'Z')
  return JSON.stringify({
    type: 'FeatureCollection',
    features,
    count: features.length,
    generated_at: generated,
  })
}
