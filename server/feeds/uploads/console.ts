import { shortText, type MessageBuilder } from '#domain/instruments/draft'
import { timeFromUtcText } from '#domain/instruments/sender-time'
import type { UploadFields } from './fields.ts'

/** What consoles of all makes report about themselves, under the same names. */
export const consoleNames = ['dateutc', 'stationtype', 'model', 'interval', 'freq', 'runtime'] as const

/** Fills in what the console reports about itself, and returns the time by its clock. */
export function describeConsole(draft: MessageBuilder, fields: UploadFields): number | null {
  const interval = fields.number('interval')
  draft.describe({
    firmware: shortText(fields.text('stationtype')),
    model: shortText(fields.text('model')),
    intervalSeconds: interval !== null && interval > 0 && interval <= 86_400 ? interval : null,
  })
  return timeFromUtcText(fields.text('dateutc') ?? '')
}
