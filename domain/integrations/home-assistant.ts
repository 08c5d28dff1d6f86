import { bySatelliteOnly, type PlaceLightning } from '#domain/lightning/reader-answer'

/** How often states are published, and how long a state stays valid if none follows: the same lease as for a screen. */
export const publishEveryMs = 5_000
const expireAfterSeconds = 15

export interface HomeAssistantPlace {
  readonly id: number
  readonly name: string
}

export interface HomeAssistantMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

/** The root of a customer's topics, which is also the discovery prefix. */
export const prefixOf = (customerId: number) => `homeassistant/${customerId}`
const stateTopic = (customerId: number, placeId: number) => `${prefixOf(customerId)}/place/${placeId}`
const availabilityTopic = (customerId: number) => `${prefixOf(customerId)}/available`

const sensors = [
  {
    key: 'lightning',
    name: 'Lightning',
    device_class: 'enum',
    options: ['Delay', 'All Clear', 'Unknown'],
    icon: 'mdi:weather-lightning',
    value_template: '{{ value_json.state }}',
  },
  {
    key: 'delay_ends',
    name: 'Delay ends',
    device_class: 'timestamp',
    icon: 'mdi:timer-outline',
    value_template: '{{ value_json.ends_at }}',
  },
  {
    key: 'nearest_strike',
    name: 'Nearest strike',
    device_class: 'distance',
    unit_of_measurement: 'mi',
    state_class: 'measurement',
    value_template: '{{ value_json.nearest_strike_miles }}',
  },
] as const

/** The discovery message that lists a place's sensors. Retained by the broker, so it can be found at any time. */
export function discoveryOf(
  customerId: number,
  place: HomeAssistantPlace,
  simulated: boolean,
): HomeAssistantMessage[] {
  const id = `skywarden_${customerId}_${place.id}`
  const topic = stateTopic(customerId, place.id)
  const device = {
    identifiers: [id],
    name: simulated ? `${place.name} (simulated)` : place.name,
    manufacturer: 'Skywarden',
    model: 'Organization location',
  }
  return sensors.map(({ key, ...sensor }) => ({
    topic: `${prefixOf(customerId)}/sensor/${id}/${key}/config`,
    retain: true,
    payload: JSON.stringify({
      ...sensor,
      unique_id: `${id}_${key}`,
      state_topic: topic,
      json_attributes_topic: topic,
      availability_topic: availabilityTopic(customerId),
      payload_available: 'online',
      payload_not_available: 'offline',
      // A state that is not repeated becomes 'unavailable' instead of staying at its last value.
      expire_after: expireAfterSeconds,
      device,
      origin: { name: 'Skywarden' },
    }),
  }))
}

/** An empty message removes a retained one. */
export function withdrawalOf(customerId: number, placeId: number): HomeAssistantMessage[] {
  return discoveryOf(customerId, { id: placeId, name: '' }, false).map(message => ({
    ...message,
    payload: '',
  }))
}

export function availabilityOf(customerId: number): HomeAssistantMessage {
  return { topic: availabilityTopic(customerId), payload: 'online', retain: false }
}

function becauseOf(lightning: PlaceLightning): string | null {
  if (lightning.state === 'Unknown') return lightning.because
  return lightning.state === 'AllClear' && lightning.satelliteOnly ? bySatelliteOnly : null
}

/** A place's current state. Never retained by the broker, because a later subscriber must not receive an old state. */
export function stateOf(
  customerId: number,
  placeId: number,
  lightning: PlaceLightning,
  more: { readonly nearestStrikeMiles: number | null; readonly simulated: boolean },
): HomeAssistantMessage {
  const words = { Delay: 'Delay', AllClear: 'All Clear', Unknown: 'Unknown' } as const
  const payload = {
    state: words[lightning.state],
    ends_at: lightning.state === 'Delay' ? new Date(lightning.lastEndsMs).toISOString() : null,
    nearest_strike_miles: more.nearestStrikeMiles,
    because: becauseOf(lightning),
    simulated: more.simulated,
  }
  return { topic: stateTopic(customerId, placeId), payload: JSON.stringify(payload), retain: false }
}
