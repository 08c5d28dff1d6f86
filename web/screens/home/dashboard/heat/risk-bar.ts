import type { RiskLevel } from '#domain/heat-stress/work-rest'

export interface BarLevel {
  readonly level: RiskLevel
  /** `up to 77.9`, `78 to 84.9`, `90 and more`. */
  readonly range: string
  readonly isReached: boolean
}

/**
 * Returns the levels in ascending order, with the current one marked. The last one is open-ended, regardless of its
 * number.
 */
export function barLevels(levels: readonly RiskLevel[], reached: RiskLevel | null): BarLevel[] {
  const rising = levels.toSorted((one, other) => one.max - other.max)
  return rising.map((level, index) => {
    const below = rising[index - 1]
    const range =
      below === undefined
        ? `up to ${level.max}`
        : index === rising.length - 1
          ? `over ${below.max}`
          : `to ${level.max}`
    return { level, range: `${range} °F`, isReached: level.id === reached?.id }
  })
}

/** Returns a value's position, from 0 to 1, on a bar whose levels are equally wide. */
export function placeOnBar(value: number, levels: readonly RiskLevel[]): number {
  const ends = levels.map(({ max }) => max).sort((one, other) => one - other)
  const count = ends.length
  if (count === 0) return 0
  const index = ends.findIndex(max => max >= value)
  const at = index === -1 ? count - 1 : index
  const [low, high] = [ends[at - 1], ends[at]]
  // The first and last levels are open-ended. There, a value's position depends on its distance from the level's only
  // bound.
  const openWidth = 12
  const within =
    low === undefined
      ? 1 - ((high ?? value) - value) / (openWidth * 2)
      : at === count - 1
        ? (value - low) / openWidth
        : (value - low) / ((high ?? value) - low)
  return (at + Math.min(0.97, Math.max(0.03, within))) / count
}

/** Chooses dark or light text, whichever is easier to read on a color (WCAG relative luminance). */
export function inkOn(color: string): '#101828' | '#fff' {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color)
  if (!hex) return '#101828'
  const [red = 0, green = 0, blue = 0] = hex.slice(1).map(part => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const darkInk = 0.0094
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / (darkInk + 0.05) ? '#fff' : '#101828'
}
