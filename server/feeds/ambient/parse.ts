import { startMessage } from '#domain/instruments/draft'
import type { InstrumentMessage } from '#domain/instruments/message'
import { consoleNames, describeConsole } from '#server/feeds/uploads/console'
import {
  consolePressureRules,
  gaugeRules,
  ignoreOthers,
  readMeasures,
  sharedRules,
  uploadFields,
  type FieldRule,
} from '#server/feeds/uploads/fields'
import type { FormFields } from '#server/feeds/uploads/form'
import { lastStrike, type LightningNames } from '#server/feeds/uploads/last-strike'

/** Only `pm25`, because `pm25_in` comes from an indoor sensor. */
const particleRules: readonly FieldRule[] = [['pm25', 'pm25', 'µg/m³']]
const lightningNames: LightningNames = {
  count: 'lightning_day',
  distanceKm: 'lightning_distance',
  time: 'lightning_time',
}
/** 1 is good and 0 is low: the opposite of Ecowitt's, according to the maker's description of its fields. */
const batteryName = 'battout'
const otherNames = new Set([...consoleNames, ...Object.values(lightningNames), batteryName, 'pm25'])

/** Parses an upload of an Ambient Weather console to the user's own server. */
export function parseAmbient(form: FormFields): InstrumentMessage {
  const fields = uploadFields(form)
  const draft = startMessage()
  readMeasures(draft, fields, sharedRules)
  readMeasures(draft, fields, consolePressureRules)
  readMeasures(draft, fields, gaugeRules)
  if (fields.number('pm25') !== 1000) readMeasures(draft, fields, particleRules)
  const battery = fields.number(batteryName)
  draft.battery(battery === 0 ? true : battery === 1 ? false : null)
  const sentMs = describeConsole(draft, fields)
  const lightning = lastStrike(fields, lightningNames, sentMs)
  if (draft.understoodCount() === 0 && !lightning)
    throw new Error('This is not an Ambient Weather upload: it has no known field')
  ignoreOthers(draft, fields, otherNames)
  return draft.finish({ sentMs, lightning })
}
