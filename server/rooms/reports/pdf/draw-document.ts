import {
  reportObservations,
  type Metric,
  type ReportColumn,
  type ReportObservation,
} from '#domain/reports/report'
import { columnTitle, decimalsOf } from '#server/rooms/reports/columns'
import { seriesViewOf, type SeriesView } from '#server/rooms/reports/series'
import { drawChart } from './chart.ts'
import type { DocumentStation, DrawnPiece, ReportDocument } from './document.ts'
import { listedColumn, mostExtremeRows, summarize, unitOf } from './extremes.ts'
import { contentWidth, ink, page, Paper } from './paper.ts'
import { localTimes, type LocalTimes } from './times.ts'

const slotsPerPage = 4
const slotGap = 12
const headHeight = 76
const footHeight = 30
const slotHeight = (page.height - page.margin - headHeight - footHeight) / slotsPerPage
const rowsListed = 10

/** An item on a station's page: charts, and at the end the most extreme rows. */
type Slot = { readonly kind: 'chart'; readonly observation: ReportObservation } | { readonly kind: 'list' }

function slotsOf({ columns }: ReportDocument): Slot[] {
  const observations = [...new Set(columns.map(({ observation }) => observation))]
  return [...observations.map((observation): Slot => ({ kind: 'chart', observation })), { kind: 'list' }]
}

/** Draws a document in its own thread, one page per step. */
export function* drawDocument(document: ReportDocument): Generator<DrawnPiece> {
  const paper = new Paper(document.title)
  const slots = slotsOf(document)
  const pagesOfStation = Math.ceil(slots.length / slotsPerPage)
  const pages = 1 + document.stations.length * pagesOfStation
  let number = 0
  function begin() {
    paper.doc.addPage({ size: 'LETTER', margin: 0 })
    number++
    drawFrame(paper, document, number, pages)
  }
  const taken = (): DrawnPiece => ({ bytes: paper.taken(), done: number / pages })

  begin()
  drawFirstPage(paper, document)
  yield taken()
  for (const station of document.stations) {
    const view = seriesViewOf(station.series)
    const times = localTimes(station.timeZone)
    for (let first = 0; first < slots.length; first += slotsPerPage) {
      begin()
      drawStationHead(paper, station, first > 0)
      slots.slice(first, first + slotsPerPage).forEach((slot, index) => {
        const y = headHeight + index * slotHeight + slotGap
        if (slot.kind === 'list') drawList(paper, document, view, times, y)
        else drawObservation(paper, document, view, times, slot.observation, y)
      })
      yield taken()
    }
  }
  paper.doc.end()
  yield { bytes: paper.taken(), done: 1 }
}

function drawFrame(paper: Paper, { title, simulated }: ReportDocument, number: number, pages: number): void {
  const right = page.width - page.margin
  const quiet = { size: 8, color: ink.quiet } as const
  if (simulated) {
    const words = 'Simulated weather'
    const width = paper.widthOf(words, { size: 8.5, weight: 'bold' }) + 16
    paper.doc.roundedRect(right - width, 22, width, 17, 3).fill(ink.simulatedGround)
    paper.write(words, right - 8, 24.5, { size: 8.5, weight: 'bold', color: ink.simulated, align: 'right' })
  }
  paper.write(title, page.margin, page.height - 34, { ...quiet, most: contentWidth - 120 })
  paper.write(`Page ${number} of ${pages}`, right, page.height - 34, { ...quiet, align: 'right' })
}

function drawFirstPage(paper: Paper, document: ReportDocument): void {
  const { title, organization, facts } = document
  paper.write('Weather report', page.margin, 48, { size: 10, weight: 'bold', color: ink.brand })
  let y = 64
  for (const line of paper.linesOf(title, contentWidth, { size: 21, weight: 'bold' }).slice(0, 2)) {
    paper.write(line, page.margin, y, { size: 21, weight: 'bold', most: contentWidth })
    y += 27
  }
  y += 4
  paper.write(organization, page.margin, y, { size: 12, color: ink.quiet, most: contentWidth })
  y += 30
  for (const [name, text] of facts) {
    paper.write(name, page.margin, y, { size: 9.5, color: ink.quiet })
    const style = { size: 9.5 }
    const lines = paper.linesOf(text, contentWidth - 100, style)
    lines.forEach((line, index) => paper.write(line, page.margin + 100, y + index * 14, style))
    y += lines.length * 14 + 3
  }
  drawSummary(paper, document, y + 16)
}

const summaryStyle = { size: 9 } as const
const summaryWidth = contentWidth - 112 - 84

function drawSummary(paper: Paper, document: ReportDocument, top: number): void {
  const right = page.width - page.margin
  paper.write('At a glance', page.margin, top, { size: 12, weight: 'bold' })
  paper.write('Intervals without data', right, top + 3, { size: 8, color: ink.quiet, align: 'right' })
  let y = top + 22
  const times = document.stations.map(({ timeZone }) => localTimes(timeZone))
  const views = document.stations.map(({ series }) => seriesViewOf(series))
  for (const { observation, extremes, intervals, withoutData } of summarize(document)) {
    paper.doc
      .moveTo(page.margin, y - 3)
      .lineTo(right, y - 3)
      .lineWidth(0.5)
      .stroke(ink.line)
    const { label } = reportObservations[observation]
    paper.write(label, page.margin, y, { size: 9.5, weight: 'bold' })
    const share = `${withoutData.toLocaleString('en-US')} of ${intervals.toLocaleString('en-US')}`
    paper.write(share, right, y, {
      size: 9,
      color: withoutData > 0 ? ink.extreme : ink.quiet,
      align: 'right',
    })
    const lines = extremes.map(({ words, value, station, row }) => {
      const what = `${words} ${value.toFixed(decimalsOf({ observation }))}${unitOf(observation)}: `
      const when = times[station]?.full(views[station]?.startMs[row] ?? 0, document.isByDay) ?? ''
      const left = summaryWidth - paper.widthOf(`${what}, ${when}`, summaryStyle)
      return `${what}${paper.cut(document.stations[station]?.name ?? '', left, summaryStyle)}, ${when}`
    })
    if (lines.length === 0) lines.push('No data for this time')
    lines.forEach((line, index) => paper.write(line, page.margin + 112, y + index * 13, summaryStyle))
    y += lines.length * 13 + 8
  }
}

function drawStationHead(
  paper: Paper,
  { name, hardwareId, timeZone }: DocumentStation,
  isMore: boolean,
): void {
  const title = isMore ? `${name}, continued` : name
  paper.write(title, page.margin, 42, { size: 15, weight: 'bold', most: contentWidth - 110 })
  const under = `${hardwareId}, times of ${timeZone.replaceAll('_', ' ')}`
  paper.write(under, page.margin, 62, { size: 8.5, color: ink.quiet, most: contentWidth })
}

function drawObservation(
  paper: Paper,
  { columns, isByDay }: ReportDocument,
  view: SeriesView,
  times: LocalTimes,
  observation: ReportObservation,
  y: number,
): void {
  const byMetric: Partial<Record<Metric, Float64Array>> = {}
  columns.forEach((column, index) => {
    const values = view.columns[index]
    if (column.observation === observation && values) byMetric[column.metric] = values
  })
  const box = { x: page.margin, y, width: contentWidth, height: slotHeight - slotGap }
  drawChart(paper, { observation, startMs: view.startMs, byMetric, times, isByDay }, box)
}

const listTitle = (column: ReportColumn) =>
  `${column.metric === 'min' ? 'Lowest' : 'Highest'}: ${columnTitle(column)}`

function drawList(
  paper: Paper,
  document: ReportDocument,
  view: SeriesView,
  times: LocalTimes,
  y: number,
): void {
  const column = listedColumn(document.columns)
  const values = column && view.columns[document.columns.indexOf(column)]
  if (!column || !values) return
  paper.write(listTitle(column), page.margin, y, { size: 9.5, weight: 'bold' })
  const rows = mostExtremeRows(column, values, rowsListed)
  if (rows.length === 0) {
    paper.write('No data for this time', page.margin, y + 16, { size: 9, color: ink.quiet })
    return
  }
  const lineHeight = (slotHeight - slotGap - 18) / rowsListed
  rows.forEach((row, index) => {
    const top = y + 18 + index * lineHeight
    if (index % 2 === 0) paper.doc.rect(page.margin, top - 1, contentWidth, lineHeight).fill('#f4f6f9')
    const when = times.full(view.startMs[row] ?? 0, document.isByDay)
    const value = (values[row] ?? 0).toFixed(decimalsOf(column)) + unitOf(column.observation)
    paper.write(`${index + 1}.`, page.margin + 18, top, { size: 8.5, color: ink.quiet, align: 'right' })
    paper.write(when, page.margin + 28, top, { size: 8.5 })
    paper.write(value, page.margin + 300, top, { size: 8.5, weight: 'bold', align: 'right' })
  })
}
