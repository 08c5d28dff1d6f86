/** Whether the base map is light or dark. Overlays have colors for both. */
export type BaseName = 'light' | 'dark'

/** The specification's map styles, in menu order. */
export const mapStyles = [
  ['satellite', 'Satellite'],
  ['dark', 'Dark'],
  ['light', 'Light'],
] as const
export type MapStyle = (typeof mapStyles)[number][0]

/**
 * Returns which base a style needs. A satellite image is a dark base, because only light lines and names stand out on
 * it.
 */
export const groundOf = (style: MapStyle): BaseName => (style === 'satellite' ? 'dark' : style)

/** Colors for MapLibre, which cannot read the page's CSS variables. The names are those of parts/tokens.css. */
export interface Colours {
  readonly card: string
  readonly ink: string
  readonly dim: string
  readonly brand: string
  /** The same color as on the lightning card. */
  readonly rings: readonly [string, string, string, string]
  readonly strikes: Readonly<Record<'new' | 'recent' | 'old', string>>
}

export const colours: Readonly<Record<BaseName, Colours>> = {
  light: {
    card: '#ffffff',
    ink: '#101828',
    dim: '#475467',
    brand: '#0b4f8a',
    rings: ['#d92d20', '#c4590a', '#078a4f', '#1570ef'],
    strikes: { new: '#d92d20', recent: '#eab308', old: '#078a4f' },
  },
  dark: {
    card: '#141b2a',
    ink: '#f2f4f7',
    dim: '#a4afc0',
    brand: '#6fb3f2',
    rings: ['#f97066', '#f79009', '#32b877', '#5c9dff'],
    strikes: { new: '#f97066', recent: '#fde047', old: '#32b877' },
  },
}
