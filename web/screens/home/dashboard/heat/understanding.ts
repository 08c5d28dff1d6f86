import type { PrimaryMetric } from '#domain/heat-stress/work-rest'

export interface Understanding {
  readonly what: string
  readonly how: string
}

/** What each metric means, for people who must act on it. */
export const understanding: Readonly<Record<PrimaryMetric, Understanding>> = {
  WBGT: {
    what: 'Wet Bulb Globe Temperature (WBGT) combines temperature, humidity, wind and sun in one number. It shows how hard it is for the body to cool itself outdoors, which air temperature in the shade does not.',
    how: 'It is usually lower than the air temperature: a WBGT of 88 °F is dangerous, while an air temperature of 88 °F may not be. Do not compare it with a heat index.',
  },
  Temperature: {
    what: 'Air temperature is measured in the shade. It is easy to understand, but it says nothing about humidity, wind or sun: on a humid, still or sunny day the strain on the body is greater than the number shows.',
    how: 'In full sun or high humidity, rest sooner and drink more than the temperature alone suggests.',
  },
  'Heat Index': {
    what: 'The heat index combines temperature and humidity: how hot it feels in the shade with a light wind. In humid air, sweat evaporates slowly and cools less.',
    how: 'It does not include the sun. Full sunshine can make it feel up to 15 °F hotter than the heat index.',
  },
}

/** General advice that applies to every metric. */
export const heatAdvice: readonly string[] = [
  'Adjustments add the heat that clothing and gear trap: the adjusted value is what the body feels.',
  'Drink water every 15 to 20 minutes, and rest in the shade or somewhere cool.',
  'People who are new to the heat, or back after a week away, need one to two weeks to get used to it. Ease them in with lighter work.',
  'Confusion, fainting or hot skin mean heat stroke: call 911, and cool the person with water and ice immediately.',
]
