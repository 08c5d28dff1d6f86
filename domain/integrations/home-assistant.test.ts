import { expect, test } from 'vitest'
import { discoveryOf, stateOf, withdrawalOf } from './home-assistant.ts'

const place = { id: 7, name: 'Stadium' }
/** The options that Home Assistant's schemas for an MQTT sensor, its availability, device and origin accept. */
const documented = new Set(
  (
    'name unique_id state_topic value_template device_class options icon expire_after unit_of_measurement ' +
    'state_class json_attributes_topic availability_topic payload_available payload_not_available device origin'
  ).split(' '),
)
const inDevice = new Set(['identifiers', 'name', 'manufacturer', 'model'])

test('discovers every sensor with only options that Home Assistant accepts', () => {
  const messages = discoveryOf(3, place, false)
  expect(messages).toHaveLength(3)
  for (const { topic, payload, retain } of messages) {
    expect(topic).toMatch(/^homeassistant\/3\/sensor\/[\w-]+\/[\w-]+\/config$/)
    expect(retain).toBe(true)
    const config = JSON.parse(payload) as Record<string, unknown>
    expect(Object.keys(config).filter(key => !documented.has(key))).toEqual([])
    expect(Object.keys(config['device'] as object).filter(key => !inDevice.has(key))).toEqual([])
    expect(config['origin']).toEqual({ name: 'Skywarden' })
    expect(config['expire_after']).toBe(15)
    // An enum has options and neither a unit nor a state class; a timestamp has no unit.
    if (config['device_class'] !== 'distance') expect(config).not.toHaveProperty('unit_of_measurement')
    expect('options' in config).toBe(config['device_class'] === 'enum')
  }
  const ids = messages.map(({ payload }) => (JSON.parse(payload) as { unique_id: string }).unique_id)
  expect(new Set(ids).size).toBe(3)
})

test('removes a deleted place with an empty message on the same topics', () => {
  const topics = discoveryOf(3, place, false).map(({ topic }) => topic)
  expect(withdrawalOf(3, 7)).toEqual(topics.map(topic => ({ topic, payload: '', retain: true })))
})

test('publishes a state that is one of the options, is never retained, and is Unknown if nothing is known', () => {
  const more = { nearestStrikeMiles: 4.2, simulated: false }
  const read = (lightning: Parameters<typeof stateOf>[2]) => {
    const { payload, retain } = stateOf(3, 7, lightning, more)
    expect(retain).toBe(false)
    return JSON.parse(payload) as Record<string, unknown>
  }
  const delay = { state: 'Delay', ring: 1, endsMs: 0, lastEndsMs: Date.UTC(2026, 5, 1) } as const
  expect(read(delay)).toMatchObject({ state: 'Delay', ends_at: '2026-06-01T00:00:00.000Z' })
  expect(read({ state: 'AllClear' })).toMatchObject({ state: 'All Clear', ends_at: null })
  expect(read({ state: 'AllClear', satelliteOnly: true })).toMatchObject({
    state: 'All Clear',
    because: 'By satellite only, which misses some flashes',
  })
  expect(read({ state: 'Unknown', because: 'The feed is silent' })['because']).toBe('The feed is silent')
})
