import { beforeEach, describe, expect, it } from 'vitest'
import type { ReceivedRadar } from '#domain/radar/grid'
import { smallPlace } from '#domain/radar/grid.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { FrameBook } from './frames.ts'

const nowMs = Date.UTC(2026, 6, 1, 18)
const packed = { place: smallPlace, deflated: Uint8Array.of(1) }
const nowcast = (minutes: number) => ({ ...packed, validMs: nowMs + minutes * minuteMs, issuedMs: nowMs })

function heard(product: ReceivedRadar['product'], minutes: number, issued = minutes): ReceivedRadar {
  const origin = product === 'model' || product === 'extended' ? 'model' : 'observed'
  const [validMs, issuedMs] = [nowMs + minutes * minuteMs, nowMs + issued * minuteMs]
  return { source: 'test', product, validMs, issuedMs, origin, ...packed }
}

let book: FrameBook
const held = new Set<string>()
beforeEach(() => {
  held.clear()
  book = new FrameBook({ keep: ({ id }) => held.add(id), forget: id => held.delete(id) })
})
const minutesOf = (type: Parameters<FrameBook['framesOf']>[0], atMs = nowMs) =>
  book.framesOf(type, atMs).map(({ validMs }) => (validMs - nowMs) / minuteMs)

describe('frames', () => {
  it('of the past cover two hours, oldest first, in any order of arrival', () => {
    for (let minutes = 0; minutes >= -180; minutes -= 5) book.receive(heard('composite', minutes), nowMs)
    expect(minutesOf('past')).toEqual(Array.from({ length: 25 }, (_, index) => -120 + 5 * index))
    expect(held.size).toBe(25)
  })

  it('that are over are neither shown nor kept', () => {
    for (let minutes = -120; minutes <= 0; minutes += 5) book.receive(heard('composite', minutes), nowMs)
    expect(minutesOf('past', nowMs + hourMs)).toHaveLength(13)
    book.receive(heard('composite', 60), nowMs + hourMs)
    expect(held.size).toBe(14)
    expect(minutesOf('past', nowMs + 4 * hourMs)).toEqual([])
  })

  it('from the future are not accepted', () => {
    expect(book.receive(heard('composite', 30), nowMs)).toBe(false)
    expect(minutesOf('past')).toEqual([])
  })

  it('computed later replace those computed earlier, and never the reverse', () => {
    expect(book.receive(heard('model', 90, -60), nowMs)).toBe(true)
    expect(book.receive(heard('model', 90, 0), nowMs)).toBe(true)
    expect(book.receive(heard('model', 90, -30), nowMs)).toBe(false)
    expect(book.framesOf('future', nowMs).map(({ issuedMs }) => issuedMs)).toEqual([nowMs])
    expect(held.size).toBe(1)
  })

  it('of the future are the nowcast as far as it goes, and then the model, 72 at most', () => {
    for (let step = 1; step <= 80; step++) book.receive(heard('model', 15 * step, -30), nowMs)
    for (const minutes of [15, 30]) book.receiveNowcast(nowcast(minutes), nowMs)
    const frames = book.framesOf('future', nowMs)
    expect(frames).toHaveLength(72)
    expect(frames.slice(0, 4).map(({ origin }) => origin)).toEqual(['nowcast', 'nowcast', 'model', 'model'])
    expect(minutesOf('future').slice(0, 3)).toEqual([15, 30, 45])
    expect(minutesOf('future', nowMs + 20 * minuteMs)[0]).toBe(30)
  })

  it('of an old nowcast give way to the model', () => {
    book.receive(heard('model', 45, 0), nowMs)
    book.receiveNowcast(nowcast(45), nowMs)
    expect(book.framesOf('future', nowMs + 31 * minuteMs).map(({ origin }) => origin)).toEqual(['model'])
  })

  it('of a model that has not run for six hours are not shown', () => {
    book.receive(heard('model', 10 * 60, 0), nowMs)
    expect(minutesOf('future', nowMs + 6 * hourMs)).toEqual([600])
    expect(minutesOf('future', nowMs + 6 * hourMs + minuteMs)).toEqual([])
  })

  it('of kinds that other rooms provide are empty', () => {
    expect(minutesOf('surface-analysis')).toEqual([])
  })
})
