/** The track of a radial chart's bars: three quarters, clockwise from the top. */
export const trackDegrees = 270

export function arcDegrees(value: number, max: number): number {
  return max <= 0 ? 0 : Math.min(1, Math.max(0, value / max)) * trackDegrees
}

/** Returns an arc around the center, clockwise from the top, as an SVG path. */
export function arcPath(radius: number, degrees: number): string {
  const radians = (degrees * Math.PI) / 180
  const [x, y] = [radius * Math.sin(radians), -radius * Math.cos(radians)]
  const isLarge = degrees > 180 ? 1 : 0
  return `M0 ${-radius}A${radius} ${radius} 0 ${isLarge} 1 ${x.toFixed(2)} ${y.toFixed(2)}`
}
