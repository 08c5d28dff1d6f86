import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '#domain/reports/report'
import { SeriesWriter } from '#server/rooms/reports/series'
import { ticksFor, tickText, timeTicks, totalWords } from './chart.ts'
import { listedColumn, mostExtremeRows, summarize } from './extremes.ts'
import { FontShelf } from './fonts.ts'
import { localTimes } from './times.ts'

it('an axis has a few round numbers, from below the lowest to above the highest', () => {
  const number = fc.double({ min: -500, max: 2000, noNaN: true })
  fc.assert(
    fc.property(number, number, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      if (high - low < 0.001) return
      const ticks = ticksFor(low, high)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks[0]).toBeLessThanOrEqual(low + 1e-6)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - 1e-6)
    }),
  )
  expect(ticksFor(51.2, 113.8)).toEqual([40, 60, 80, 100, 120])
})

describe('the time axis of a chart', () => {
  const hourMs = 3_600_000
  const ticks = (from: number, hours: number, everyHours = 1) =>
    timeTicks({
      startMs: Float64Array.from(
        { length: hours / everyHours },
        (_, row) => from + row * everyHours * hourMs,
      ),
      times: localTimes('America/Chicago'),
      isByDay: everyHours === 24,
    })

  it('names each day once, where the day begins', () => {
    const midnight = Date.UTC(2026, 6, 1, 5)
    expect(ticks(midnight, 96)).toEqual([
      { row: 0, text: 'Jul 1' },
      { row: 24, text: 'Jul 2' },
      { row: 48, text: 'Jul 3' },
      { row: 72, text: 'Jul 4' },
    ])
  })

  it('omits the rest of a first day that has no room for its name', () => {
    const evening = Date.UTC(2026, 6, 1, 4)
    expect(ticks(evening, 97).map(({ text }) => text)).toEqual(['Jul 1', 'Jul 2', 'Jul 3', 'Jul 4'])
  })

  it.each([6, 30, 71, 72, 100, 168, 700, 24 * 399, 24 * 900])(
    'has at most seven labels, and none twice, over %i hours',
    hours => {
      for (const every of [1, 24]) {
        if (hours % every !== 0 || hours === every) continue
        const texts = ticks(Date.UTC(2026, 0, 1, 9), hours, every).map(({ text }) => text)
        expect(texts.length).toBeLessThanOrEqual(7)
        expect(texts.length).toBeGreaterThanOrEqual(2)
        expect(new Set(texts).size, texts.join()).toBe(texts.length)
      }
    },
  )
})

it('precipitation includes its total, as far as it was measured', () => {
  expect(totalWords('Precipitation', Float64Array.of(0.1, NaN, 0.25))).toBe('measured total 0.350 in')
  expect(totalWords('Precipitation', Float64Array.of(NaN))).toBeNull()
})

it('text is written in any script, and characters that no font has are marked', () => {
  const shelf = new FontShelf()
  expect(shelf.runsOf('Łódź: Поле')).toEqual([
    { subset: 'latin-ext', text: 'Ł' },
    { subset: 'latin', text: 'ód' },
    { subset: 'latin-ext', text: 'ź' },
    { subset: 'latin', text: ': ' },
    { subset: 'cyrillic', text: 'Поле' },
  ])
  expect(shelf.runsOf('東')).toEqual([{ subset: 'latin', text: '\ufffd' }])
})

describe('extremes', () => {
  const columns = columnsOf({ AmbientTemperature: ['avg', 'max', 'min'], Precipitation: ['sum'] })
  const rows = [
    [70, 80, 60, 0],
    [null, null, null, 0.5],
    [71, 85, null, null],
    [null, null, null, null],
  ]
  const station = (name: string, shift: number) => {
    const writer = new SeriesWriter(columns.length)
    writer.add(
      rows.map((values, index) => ({
        day: index,
        startMs: index * 1000,
        aheadMs: 0,
        spans: [],
        values: values.map(value => (value === null ? null : value + shift)),
      })),
    )
    return { name, hardwareId: name, timeZone: 'UTC', series: writer.finish() }
  }
  const document = {
    title: '',
    organization: '',
    facts: [],
    columns,
    isByDay: true,
    stations: [station('a', 0), station('b', 1)],
    simulated: false,
  }

  it('include their station and time over all stations, and a count of missing values', () => {
    expect(summarize(document)).toEqual([
      {
        observation: 'AmbientTemperature',
        extremes: [
          { words: 'Highest', value: 86, station: 1, row: 2 },
          { words: 'Lowest', value: 60, station: 0, row: 0 },
        ],
        intervals: 8,
        withoutData: 4,
      },
      {
        observation: 'Precipitation',
        extremes: [{ words: 'Most', value: 1.5, station: 1, row: 1 }],
        intervals: 8,
        withoutData: 4,
      },
    ])
  })

  it('of a day are shown with the day, and never with the hour at which it began', () => {
    const startMs = Float64Array.of(Date.UTC(2026, 10, 2, 18, 30), Date.UTC(2026, 10, 3, 18, 30))
    const times = localTimes('Asia/Kolkata')
    const ticks = (isByDay: boolean) =>
      Array.from(startMs, timeMs => tickText({ startMs, times, isByDay }, timeMs))
    expect(ticks(true)).toEqual(['Nov 3', 'Nov 4'])
    expect(ticks(false)).toEqual(['Nov 3, 12 AM', 'Nov 4, 12 AM'])
    expect(times.hour(Date.UTC(2026, 10, 3, 10))).toBe('Nov 3, 3:30 PM')
  })

  it('are listed for heat before wind, and for wind before anything else', () => {
    const listed = (wanted: Parameters<typeof columnsOf>[0]) => listedColumn(columnsOf(wanted))
    expect(listed({ WindGust: ['max'], WBGT: ['avg', 'max'] })).toEqual({
      observation: 'WBGT',
      metric: 'max',
    })
    expect(listed({ RelativeHumidity: ['avg'], WindGust: ['max'] })?.observation).toBe('WindGust')
    expect(listed({ RelativeHumidity: ['avg'] })?.observation).toBe('RelativeHumidity')
  })

  it('are listed from the most extreme, without missing values', () => {
    const values = Float64Array.of(3, NaN, 9, 9, -2)
    expect(mostExtremeRows({ observation: 'WBGT', metric: 'max' }, values, 3)).toEqual([2, 3, 0])
    expect(mostExtremeRows({ observation: 'WindChill', metric: 'min' }, values, 2)).toEqual([4, 0])
  })
})
