import { drawing, element } from './dom.ts'
import type { PlaceTimes } from './times.ts'
import type { EmbedData, EmbeddedValue } from '#contract/messages/widgets'
import { conditionOf, thresholdNote, valueInWords } from '#domain/widgets/conditions'

/** Returns `72 °F`, or that it is unknown. An old value shows its time. */
function valueParts({ condition, value, observedAt, isStale }: EmbeddedValue, times: PlaceTimes) {
  if (value === null) return { text: '--', note: 'Not available' }
  return {
    text: valueInWords(condition, value),
    note: isStale && observedAt !== null ? `As of ${times.time(observedAt)}` : null,
  }
}

function primaryOf({ primary, primaryThreshold, stationName }: EmbedData, times: PlaceTimes): HTMLElement {
  const { text, note } = valueParts(primary, times)
  const limit = thresholdNote(primary.condition, primaryThreshold, primary.value)
  return element(
    'div',
    { class: 'primary', 'data-reached': limit?.isReached ? 'true' : null },
    element('span', { class: 'label' }, conditionOf(primary.condition).name),
    element('span', { class: 'value' }, text),
    limit && element('span', { class: 'limit' }, `${limit.isReached ? '⚠ ' : ''}${limit.words}`),
    note !== null && element('span', { class: 'note' }, note),
    stationName !== null && element('span', { class: 'note' }, `Measured by ${stationName}`),
  )
}

function secondaryOf(value: EmbeddedValue, times: PlaceTimes): HTMLElement {
  const { text, note } = valueParts(value, times)
  return element(
    'div',
    { class: 'condition' },
    element('dt', {}, conditionOf(value.condition).name),
    element('dd', {}, text, note !== null && element('span', { class: 'note' }, note)),
  )
}

function forecastOf(forecast: EmbedData['forecasts'][number], times: PlaceTimes): HTMLElement {
  const { forecastType, condition, entries } = forecast
  const { name } = conditionOf(condition)
  const title = `${forecastType === 'hourly' ? 'Next hours' : 'Next days'}: ${name}`
  const isWhen = forecastType === 'hourly' ? times.hour : times.day
  const isHigh = forecastType === 'daily' && condition === 0
  return element(
    'section',
    { class: 'forecast' },
    element('h2', {}, isHigh ? `${title} (high)` : title),
    entries.length === 0
      ? element('p', { class: 'note' }, 'The forecast is not available right now.')
      : element(
          'ol',
          {},
          ...entries.map(({ time, value }) =>
            element(
              'li',
              {},
              element('span', { class: 'when' }, isWhen(time)),
              element('span', { class: 'value' }, valueInWords(condition, value)),
            ),
          ),
        ),
  )
}

function policiesOf(policies: readonly string[]): HTMLElement {
  return element(
    'section',
    { class: 'policies' },
    element('h2', {}, 'Policies'),
    element('ul', {}, ...policies.map(words => element('li', {}, words))),
  )
}

function imageOf({ image, locationName }: EmbedData, times: PlaceTimes): HTMLElement {
  if (!image) return element('p', { class: 'empty' }, 'No image is available right now.')
  const src = `${image.url}&at=${Date.parse(image.takenAt)}`
  return element(
    'figure',
    {},
    element('img', { src, alt: `View from the weather station at ${locationName}` }),
    element('figcaption', {}, `Image taken ${times.time(image.takenAt)}`),
  )
}

/** Returns the radar image with the rings around the place, in a square that is one hundred units wide. */
function radarOf({ radar, rings, locationName }: EmbedData, times: PlaceTimes): HTMLElement {
  if (!radar) return element('p', { class: 'empty' }, 'The radar image is not available right now.')
  const radius = (milesAway: number) => String((milesAway / radar.milesAcross) * 100)
  const around = drawing(
    'svg',
    { class: 'rings', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    ...rings
      .filter(({ radiusMiles }) => radiusMiles > 0)
      .map(({ radiusMiles }) => drawing('circle', { cx: '50', cy: '50', r: radius(radiusMiles) })),
    drawing('circle', { class: 'place', cx: '50', cy: '50', r: '1.4' }),
    drawing('text', { x: '50', y: '5' }, 'N'),
  )
  return element(
    'figure',
    {},
    element(
      'div',
      { class: 'radar' },
      element('img', { src: radar.url, alt: `Radar around ${locationName}`, loading: 'lazy' }),
      around,
    ),
    element(
      'figcaption',
      {},
      `Radar at ${times.time(radar.validAt)}, ${Math.round(radar.milesAcross)} miles across`,
    ),
  )
}

/** Returns everything below the place's state. */
export function widgetBody(data: EmbedData, times: PlaceTimes): HTMLElement {
  if (data.type === 1) return element('div', { class: 'body' }, imageOf(data, times))
  if (data.type === 2) return element('div', { class: 'body' }, radarOf(data, times))
  return element(
    'div',
    { class: 'body' },
    primaryOf(data, times),
    data.conditions.length > 0 &&
      element('dl', { class: 'conditions' }, ...data.conditions.map(value => secondaryOf(value, times))),
    ...data.forecasts.map(forecast => forecastOf(forecast, times)),
    data.policies.length > 0 && policiesOf(data.policies),
  )
}
