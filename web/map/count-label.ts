import type { ExpressionSpecification } from 'maplibre-gl'

/** How many strikes a circle on the map represents. */
export const strikeCount: ExpressionSpecification = ['get', 'count']

/**
 * `7`, `950`, `1.2K`, `13K`, `2.5M`: truncated, not rounded, so no label exceeds four characters. The map sums the
 * numbers itself, so it must also format them.
 */
export const countLabel: ExpressionSpecification = [
  'step',
  strikeCount,
  ['to-string', strikeCount],
  1e3,
  abbreviated(1e3, 'K'),
  1e6,
  abbreviated(1e6, 'M'),
  1e9,
  abbreviated(1e9, 'B'),
]

function abbreviated(from: number, letter: string): ExpressionSpecification {
  const share: ExpressionSpecification = ['/', strikeCount, from]
  const tenths: ExpressionSpecification = ['/', ['floor', ['*', share, 10]], 10]
  return ['concat', ['to-string', ['case', ['<', share, 10], tenths, ['floor', share]]], letter]
}
