import type { Layer } from './ChartLayer.tsx'
import { ChartPicture, slotScale } from './ChartPicture.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const axis = { least: 0, most: 10, ticks: [0, 10] }

function draw(layers: readonly Layer[], hatched: readonly number[] = [], range = { from: 0, to: 4 }) {
  return renderToStaticMarkup(
    <ChartPicture
      width={452}
      height={136}
      layers={layers}
      axis={axis}
      unit="in"
      range={range}
      picked={null}
      dragged={null}
      slotLabel={slot => `slot ${slot}`}
      roundSlot={0}
      hatched={hatched}
    />,
  )
}

const count = (markup: string, part: RegExp) => markup.match(part)?.length ?? 0

test('keeps a gap a gap: no bar, and a line in two pieces', () => {
  const values = [1, null, 3, 4]
  const bars = draw([{ kind: 'bars', name: 'Rain', values, color: 'blue' }])
  expect(count(bars, /<rect[^>]* rx=/g)).toBe(3)
  const line = draw([{ kind: 'line', name: 'Wind', values, color: 'blue' }])
  expect(/ d="([^"]*)"/.exec(line)?.[1]?.match(/M/g)).toHaveLength(2)
  expect(count(line, /<circle/g)).toBe(1) // the isolated point
})

test('draws nothing without readings, and still shows zero', () => {
  expect(draw([{ kind: 'bars', name: 'Rain', values: [null, null], color: 'blue' }])).not.toMatch(/ rx=/)
  expect(draw([{ kind: 'bars', name: 'Rain', values: [0], color: 'blue' }])).toMatch(/ height="1" rx=/)
})

test('hatches unknown slots', () => {
  expect(count(draw([], [1, 2]), /data-hatched/g)).toBe(2)
})

test('draws and labels only what is shown when zoomed in', () => {
  const markup = draw([{ kind: 'bars', name: 'Rain', values: [1, 2, 3, 4], color: 'blue' }], [], {
    from: 1,
    to: 3,
  })
  expect(count(markup, /<rect[^>]* rx=/g)).toBe(2)
  expect(markup).toContain('slot 1')
  expect(markup).not.toContain('slot 3')
})

test('shows numbers on bars if there is room', () => {
  const layer = { kind: 'bars', name: 'ET', values: [0.1234, null], color: 'blue' } as const
  const shownValue = (value: number) => value.toFixed(3)
  expect(draw([{ ...layer, shownValue }])).toContain('>0.123<')
  expect(draw([layer])).not.toContain('>0.123<')
})

test('divides the width evenly between slots', () => {
  const { slotPx, x } = slotScale(452, { from: 0, to: 4 })
  expect(slotPx).toBe(100)
  expect([x(0), x(3)]).toEqual([94, 394])
})
