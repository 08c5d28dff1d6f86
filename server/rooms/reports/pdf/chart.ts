import { metricLabels, reportObservations, type Metric, type ReportObservation } from '#domain/reports/report'
import { decimalsOf } from '#server/rooms/reports/columns'
import { unitOf } from './extremes.ts'
import { ink, type Paper } from './paper.ts'
import type { LocalTimes } from './times.ts'

/** One observation of one station, drawn row by row: only rows that the filter includes have a position. */
export interface Chart {
  readonly observation: ReportObservation
  readonly startMs: Float64Array
  readonly byMetric: Partial<Record<Metric, Float64Array>>
  readonly times: LocalTimes
  /** Whether each row is a day: its highest and lowest values occurred at some hour of the day, not at its start. */
  readonly isByDay: boolean
}

type TimeAxis = Omit<Chart, 'observation' | 'byMetric'>

export interface ChartBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The combined values of rows at the same position. */
interface Column {
  readonly low: number
  readonly high: number
}

/** Thinner lines look the same to readers and make the file larger. */
const leastWidth = 0.7

/**
 * Combines rows by drawing position: the lowest and the highest values of those at the same position. Null if nothing
 * was measured.
 */
function columnsAt(values: Float64Array, places: number): (Column | null)[] {
  const found: (Column | null)[] = Array.from({ length: places }, () => null)
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return
    const place = Math.floor((row * places) / values.length)
    const known = found[place]
    found[place] = known
      ? { low: Math.min(known.low, value), high: Math.max(known.high, value) }
      : { low: value, high: value }
  })
  return found
}

const dayMs = 86_400_000
const wantedTicks = 4

/** Round numbers from at or below the lowest value to at or above the highest. */
export function ticksFor(low: number, high: number): number[] {
  const rough = (high - low || Math.abs(high) || 1) / wantedTicks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find(factor => factor * power >= rough) ?? 10) * power
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

function rangeOf(chart: Chart): [number, number] | null {
  let [low, high] = [Infinity, -Infinity]
  for (const values of Object.values(chart.byMetric)) {
    for (const value of values) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) return null
  return chart.byMetric.sum ? [0, Math.max(high, 0.1)] : [low, high]
}

const small = { size: 7.5, color: ink.quiet } as const
const titleHeight = 20
const axisWidth = 34
const footHeight = 16

/** The total that was measured, as text; null if nothing was measured. */
export function totalWords(observation: ReportObservation, values: Float64Array): string | null {
  const measured = values.filter(value => !Number.isNaN(value))
  if (measured.length === 0) return null
  const total = measured.reduce((sum, value) => sum + value, 0)
  return `measured total ${total.toFixed(decimalsOf({ observation }))}${unitOf(observation)}`
}

export function drawChart(paper: Paper, chart: Chart, box: ChartBox): void {
  const { label, unit } = reportObservations[chart.observation]
  const title = { size: 9.5, weight: 'bold' } as const
  paper.write(`${label} (${unit})`, box.x, box.y, title)
  const total = chart.byMetric.sum && totalWords(chart.observation, chart.byMetric.sum)
  if (total)
    paper.write(total, box.x + paper.widthOf(`${label} (${unit})`, title) + 10, box.y + 1, {
      ...small,
      size: 8.5,
    })
  const plot = {
    x: box.x + axisWidth,
    y: box.y + titleHeight,
    width: box.width - axisWidth,
    height: box.height - titleHeight - footHeight,
  }
  const range = rangeOf(chart)
  if (!range) {
    paper.doc.rect(plot.x, plot.y, plot.width, plot.height).lineWidth(0.5).stroke(ink.line)
    const middle = { ...small, size: 9, align: 'center' } as const
    paper.write('No data for this time', plot.x + plot.width / 2, plot.y + plot.height / 2 - 6, middle)
    return
  }
  const ticks = ticksFor(...range)
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const yOf = (value: number) => plot.y + plot.height * (1 - (value - bottom) / (top - bottom))
  drawGrid(paper, chart, plot, ticks, yOf)
  drawValues(paper, chart, plot, yOf)
  drawLegend(paper, chart, box)
}

/** A row's label: its hour if the chart shows a few days by the hour, otherwise its day or month. */
export function tickText({ startMs, times, isByDay }: TimeAxis, timeMs: number): string {
  const spanMs = (startMs.at(-1) ?? 0) - (startMs[0] ?? 0)
  if (!isByDay && spanMs < 3 * dayMs) return times.hour(timeMs)
  return times.short(timeMs, spanMs > 400 * dayMs)
}

const mostTimeTicks = 7
/**
 * The number of times formatted to find where days begin: more would take seconds, and would make no difference on
 * paper.
 */
const mostLookedAt = 2000

/** The rows where a new day, month or hour begins, found by their labels: evenly spaced, and without duplicates. */
export function timeTicks(axis: TimeAxis): { readonly row: number; readonly text: string }[] {
  const rows = axis.startMs.length
  const step = Math.max(1, Math.ceil(rows / mostLookedAt))
  const begun: { row: number; text: string }[] = []
  for (let row = 0; row < rows; row += step) {
    const text = tickText(axis, axis.startMs[row] ?? 0)
    if (text !== begun.at(-1)?.text) begun.push({ row, text })
  }
  // The label of a short first day would overlap that of the first whole day.
  const [first, second] = begun
  if (first && second && begun.length > 2 && second.row - first.row < rows / (2 * mostTimeTicks))
    begun.shift()
  const count = Math.min(begun.length, mostTimeTicks)
  return Array.from(
    { length: count },
    (_, index) => begun[Math.floor((index * begun.length) / count)],
  ).filter(tick => tick !== undefined)
}

function drawGrid(
  paper: Paper,
  chart: Chart,
  plot: ChartBox,
  ticks: readonly number[],
  yOf: (value: number) => number,
): void {
  const { startMs, observation } = chart
  const decimals = Math.max(0, ...ticks.map(tick => (String(tick).split('.')[1] ?? '').length))
  const most = Math.min(decimals, decimalsOf({ observation }))
  for (const tick of ticks) {
    const y = yOf(tick)
    paper.doc
      .moveTo(plot.x, y)
      .lineTo(plot.x + plot.width, y)
      .lineWidth(0.5)
      .stroke(ink.line)
    paper.write(tick.toFixed(most), plot.x - 5, y - 5.5, { ...small, align: 'right' })
  }
  const rows = startMs.length
  for (const { row, text } of timeTicks(chart)) {
    const x = plot.x + (plot.width * (row + 0.5)) / rows
    const y = plot.y + plot.height
    paper.doc
      .moveTo(x, y)
      .lineTo(x, y + 3)
      .lineWidth(0.5)
      .stroke(ink.quiet)
    paper.write(text, Math.max(x, plot.x + 14), y + 4, { ...small, align: 'center' })
  }
}

function drawValues(
  paper: Paper,
  { startMs, byMetric }: Chart,
  plot: ChartBox,
  yOf: (value: number) => number,
): void {
  const places = Math.min(startMs.length, Math.floor(plot.width / leastWidth))
  const xOf = (place: number) => plot.x + (plot.width * (place + 0.5)) / places
  const { avg, max, min, sum } = byMetric
  if (sum) drawBars(paper, columnsAt(sum, places), plot, yOf)
  if (max && min) drawBand(paper, columnsAt(min, places), columnsAt(max, places), xOf, yOf)
  else if (max ?? min) drawLine(paper, columnsAt((max ?? min) as Float64Array, places), xOf, yOf, ink.extreme)
  if (avg) drawLine(paper, columnsAt(avg, places), xOf, yOf, ink.brand)
}

/** Runs of rows without a gap: nothing is drawn across a gap. */
function runsOf<Item>(items: readonly (Item | null)[]): { first: number; items: Item[] }[] {
  const runs: { first: number; items: Item[] }[] = []
  let isOpen = false
  items.forEach((item, index) => {
    if (item === null) isOpen = false
    else if (isOpen) runs.at(-1)?.items.push(item)
    else {
      runs.push({ first: index, items: [item] })
      isOpen = true
    }
  })
  return runs
}

type At = (value: number) => number
const near = (value: number) => Math.round(value * 10) / 10

function drawLine(paper: Paper, columns: readonly (Column | null)[], xOf: At, yOf: At, color: string): void {
  const { doc } = paper
  doc.lineWidth(0.9).lineJoin('round')
  for (const { first, items } of runsOf(columns)) {
    items.forEach(({ low, high }, index) => {
      const x = near(xOf(first + index))
      if (index === 0) doc.moveTo(x, near(yOf(low)))
      else doc.lineTo(x, near(yOf(low)))
      if (high !== low) doc.lineTo(x, near(yOf(high)))
    })
    // A single row between two gaps would not form a line, so a short line is drawn.
    if (items.length === 1) doc.lineTo(near(xOf(first)) + 0.9, near(yOf(items[0]?.high ?? 0)))
  }
  doc.stroke(color)
}

function drawBand(
  paper: Paper,
  lows: readonly (Column | null)[],
  highs: readonly (Column | null)[],
  xOf: At,
  yOf: At,
): void {
  const both = lows.map((low, index) => {
    const high = highs[index]
    return low && high ? { low: low.low, high: high.high } : null
  })
  const { doc } = paper
  for (const { first, items } of runsOf(both)) {
    const half = items.length === 1 ? 0.5 : 0
    items.forEach(({ high }, index) => {
      const x = near(xOf(first + index))
      if (index === 0) doc.moveTo(x - half, near(yOf(high)))
      doc.lineTo(x + half, near(yOf(high)))
    })
    items.toReversed().forEach(({ low }, index) => {
      const x = near(xOf(first + items.length - 1 - index))
      doc.lineTo(x + half, near(yOf(low))).lineTo(x - half, near(yOf(low)))
    })
    doc.closePath()
  }
  doc.fill(ink.band)
}

function drawBars(paper: Paper, columns: readonly (Column | null)[], plot: ChartBox, yOf: At): void {
  const width = plot.width / columns.length
  columns.forEach((column, place) => {
    if (!column || column.high <= 0) return
    const y = near(yOf(column.high))
    const x = plot.x + width * place
    paper.doc.rect(near(x + width * 0.1), y, Math.max(0.4, near(width * 0.8)), near(yOf(0) - y))
  })
  paper.doc.fill(ink.bar)
}

function drawLegend(paper: Paper, { byMetric: { avg, max, min, sum } }: Chart, box: ChartBox): void {
  const entries = [
    ...(avg ? [{ words: metricLabels.avg, color: ink.brand, isBand: false }] : []),
    ...(max && min ? [{ words: 'Minimum to maximum', color: ink.band, isBand: true }] : []),
    ...(max && !min ? [{ words: metricLabels.max, color: ink.extreme, isBand: false }] : []),
    ...(min && !max ? [{ words: metricLabels.min, color: ink.extreme, isBand: false }] : []),
    ...(sum ? [{ words: metricLabels.sum, color: ink.bar, isBand: true }] : []),
  ]
  let x = box.x + box.width
  for (const { words, color, isBand } of entries.toReversed()) {
    paper.write(words, x, box.y + 1, { ...small, align: 'right' })
    x -= paper.widthOf(words, small) + 14
    paper.doc.rect(x, box.y + (isBand ? 3.5 : 5.5), 10, isBand ? 6 : 1.5).fill(color)
    x -= 10
  }
}
