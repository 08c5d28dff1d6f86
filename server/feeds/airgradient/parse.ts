import { shortText, startMessage } from '#domain/instruments/draft'
import type { InstrumentMessage } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { isKnown } from '#domain/units/known'
import { readJsonObject, signalOf } from '#server/feeds/instrument-json'
import { fieldsOf, type JsonFields } from '#server/feeds/nws/json'
import { disagree } from '#server/feeds/purpleair/correction'

const make = 'an AirGradient'
const names = ['pm02', 'pm02Compensated', 'pm10', 'channels', 'wifi', 'firmware', 'model']

/**
 * Parses an AirGradient's current measurements. Its temperature and humidity are those inside its case. The model name
 * shows whether it is an indoor model. This is only noted and its values are still used, because only the owner knows
 * where it hangs.
 */
export function parseAirGradient(text: string): InstrumentMessage {
  const whole = readJsonObject(text, make)
  // After startup, the measurements arrive later than the other fields.
  if (!['pm02', 'pm02Compensated', 'serialno', 'bootCount', 'boot'].some(name => Object.hasOwn(whole, name)))
    throw new Error(`This is not a message from ${make}: it has no particles`)
  const draft = startMessage()
  const [raw, compensated] = [fieldNumber(whole['pm02']), fieldNumber(whole['pm02Compensated'])]
  const isContradiction = raw !== null && compensated !== null && contradict(raw, compensated)
  if (isContradiction || channelsDisagree(whole)) draft.trouble('sensors disagree')
  else {
    draft.set('pm25', 'µg/m³', compensated)
    draft.set('pm25', 'µg/m³', raw)
    draft.set('pm10', 'µg/m³', fieldNumber(whole['pm10']))
  }
  const model = shortText(whole['model'])
  if (model?.startsWith('I-')) draft.trouble('indoors')
  draft.describe({
    model,
    firmware: shortText(whole['firmware']),
    signalDbm: signalOf(fieldNumber(whole['wifi'])),
  })
  for (const name of Object.keys(whole).slice(0, 300))
    if (names.includes(name)) draft.understand(name)
    else draft.ignore(name)
  return draft.finish({ sentMs: null })
}

/** Returns whether the two sensors of an outdoor model disagree. The model sends both values and their mean. */
function channelsDisagree(whole: JsonFields): boolean {
  const channels = fieldsOf(whole['channels'])
  const [first, second] = ['1', '2'].map(channel => fieldNumber(fieldsOf(channels[channel])['pm02']))
  return isKnown(first) && isKnown(second) && disagree(first, second)
}

/** Returns whether the compensated value cannot come from the raw one, which limits it at any humidity. */
function contradict(raw: number, compensated: number): boolean {
  return (raw >= 15 && compensated < raw / 5) || compensated > raw * 1.5 + 10
}
