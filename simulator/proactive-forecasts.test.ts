import { expect, test } from 'vitest'
import type { ProactiveForecast } from '#domain/forecasts/forecast'
import { directionText } from './advisory-texts.ts'
import { localDayNumber, localHour } from './local-time.ts'
import { proactiveForecastsAt } from './proactive-forecasts.ts'
import { headingBetween, milesBetween, offsetMiles } from './weather/plane.ts'
import { createWorld, demoPlaces } from './world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const world = createWorld(1)
const fromMs = Date.UTC(2026, 6, 14, 3)
const steps = Array.from({ length: 144 }, (_, index) => fromMs + index * 10 * minuteMs)
const issued = steps.map(timeMs => ({ timeMs, forecasts: proactiveForecastsAt(world, timeMs) }))
const storms = issued.flatMap(({ timeMs, forecasts }) =>
  forecasts.filter(({ id }) => id.startsWith('storm-')).map(forecast => ({ timeMs, forecast })),
)

function placeOf(forecast: ProactiveForecast) {
  const [area] = forecast.areas
  const place = demoPlaces.find(each => area && milesBetween(each, area.latitude, area.longitude) < 1)
  if (!place || !area) throw new Error(`${forecast.id} is nowhere`)
  return place
}

test('another instance, queried in another order, returns the same', () => {
  const other = createWorld(1)
  for (const { timeMs, forecasts } of issued.filter((_, index) => index % 29 === 0).toReversed()) {
    expect(proactiveForecastsAt(other, timeMs)).toEqual(forecasts)
  }
})

test('announces a storm one to three hours before a strong cell comes within 15 miles', () => {
  expect(storms.length).toBeGreaterThan(50)
  for (const { timeMs, forecast } of storms) {
    const place = placeOf(forecast)
    const cellId = forecast.id.replace(`storm-${place.name.toLowerCase()}-`, '')
    const near = Array.from({ length: 60 }, (_, step) => timeMs + (step - 21) * 5 * minuteMs).some(atMs =>
      world
        .cellsWithin(place.latitude, place.longitude, 15, Math.floor(atMs / (5 * minuteMs)) * 5 * minuteMs)
        .some(cell => cell.id === cellId),
    )
    expect(near, forecast.id).toBe(true)
    expect(forecast.expiresMs).toBeGreaterThan(timeMs)
    const [first] = forecast.messages
    expect(first?.createdMs).toBeLessThanOrEqual(timeMs)
    expect(forecast.expiresMs - (first?.createdMs ?? NaN)).toBeGreaterThan(3 * hourMs)
    expect(forecast.expiresMs - (first?.createdMs ?? NaN)).toBeLessThan(5 * hourMs)
  }
})

test('describes a storm as approaching from its position and its heading', () => {
  let checked = 0
  for (const { timeMs, forecast } of storms) {
    const place = placeOf(forecast)
    const cellId = forecast.id.replace(`storm-${place.name.toLowerCase()}-`, '')
    const directionName = /approaching from the (\w+)/.exec(forecast.messages.at(-1)?.message ?? '')?.[1]
    const cell = world.cellsAt(timeMs).find(({ id }) => id === cellId)
    if (!directionName || !cell) continue
    const { north, east } = offsetMiles(place, cell.latitude, cell.longitude)
    const isAhead = Math.hypot(north, east) > 25
    if (!isAhead) continue
    checked++
    expect(directionName, forecast.id).toBe(directionText((cell.headingDegrees + 180) % 360))
    const bearing = headingBetween(east, north)
    const apart = Math.abs(((bearing - cell.headingDegrees + 360) % 360) - 180)
    expect(apart, forecast.id).toBeLessThan(30)
  }
  expect(checked).toBeGreaterThan(5)
})

test('no strong cell comes near a place unannounced', () => {
  for (const { timeMs, forecasts } of issued) {
    const ids = new Set(forecasts.map(({ id }) => id))
    for (const place of demoPlaces) {
      for (const cell of world.cellsWithin(place.latitude, place.longitude, 15, timeMs)) {
        if (cell.maxReflectivityDbz < 55) continue
        expect(ids).toContain(`storm-${place.name.toLowerCase()}-${cell.id}`)
      }
    }
  }
})

test('appends updates and keeps earlier text', () => {
  const known = new Map<string, ProactiveForecast>()
  let appended = 0
  for (const { forecasts } of issued) {
    for (const forecast of forecasts) {
      const former = known.get(forecast.id)
      if (former) {
        expect(forecast.messages.slice(0, former.messages.length)).toEqual(former.messages)
        expect({ ...forecast, messages: [] }).toEqual({ ...former, messages: [] })
        appended += forecast.messages.length - former.messages.length
      }
      known.set(forecast.id, forecast)
    }
  }
  expect(appended).toBeGreaterThan(20)
})

test('each place has an outlook from its morning to its late evening', () => {
  for (const { timeMs, forecasts } of issued) {
    for (const place of demoPlaces) {
      const day = localDayNumber(place.timeZone, timeMs)
      const hour = localHour(place.timeZone, timeMs)
      const outlook = forecasts.find(({ id }) => id === `outlook-${place.name.toLowerCase()}-${day}`)
      expect(outlook?.messages.length ?? 0).toBe(hour < 6 || hour >= 22 ? 0 : hour < 13 ? 1 : 2)
    }
  }
})

test('the text is complete HTML with a few harmless elements', () => {
  const messages = issued.flatMap(({ forecasts }) => forecasts.flatMap(each => each.messages))
  for (const text of new Set(messages.map(({ message }) => message))) {
    const open: string[] = []
    for (const [, end, name = ''] of text.matchAll(/<(\/?)([a-z]+)>/g)) {
      expect(['p', 'strong', 'ul', 'li', 'br']).toContain(name)
      if (name === 'br') continue
      if (end) expect(open.pop()).toBe(name)
      else open.push(name)
    }
    expect(open).toEqual([])
    expect(text.replaceAll(/<\/?[a-z]+>/g, '')).not.toMatch(/[<>]|undefined|null|NaN/)
  }
})
