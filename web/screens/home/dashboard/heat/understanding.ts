import type { PrimaryMetric } from '#domain/heat-stress/work-rest'

export interface Understanding {
  readonly what: string
  readonly how: string
}

/** What each metric means, in words for whoever has to act by it. */
export const understanding: Readonly<Record<PrimaryMetric, Understanding>> = {
  WBGT: {
    what: 'Wet Bulb Globe Temperature (WBGT) joins temperature, humidity, wind and sun in one number. It tells how hard it is for a working body to cool itself in the open, which the temperature in the shade does not.',
    how: 'It is usually lower than the air temperature: 88 °F of WBGT is dangerous, while 88 °F of air may not be. Do not compare it with a heat index.',
  },
  Temperature: {
    what: 'Air temperature is measured in the shade. It is easy to understand, but it says nothing about humidity, wind or sun: on a humid, still or sunny day the strain on the body is greater than the number shows.',
    how: 'In full sun or heavy humidity, rest sooner and drink more than the temperature alone asks for.',
  },
  'Heat Index': {
    what: 'The heat index joins temperature and humidity: it tells how hot it feels in the shade with a light wind. When the air is humid, sweat dries slowly and cools less.',
    how: 'It knows nothing of the sun. Full sunshine can make it feel up to 15 °F hotter than the heat index says.',
  },
}

/** What helps, whichever number is looked at. */
export const heatAdvice: readonly string[] = [
  'Adjustments add what clothing and gear hold back: the adjusted value is what the body feels.',
  'Drink water every 15 to 20 minutes, and rest in the shade or somewhere cool.',
  'People who are new to the heat, or back after a week away, need one to two weeks to get used to it. Give them less work.',
  'Confusion, fainting or hot skin mean heat stroke: call 911, and cool the person with water and ice at once.',
]
