import { meaningsOfAnalytics } from './of-analytics.ts'
import { meaningsOfFeeds } from './of-feeds.ts'
import { meaningsOfHardware } from './of-hardware.ts'
import { meaningsOfInstruments } from './of-instruments.ts'
import { meaningsOfIntegrations } from './of-integrations.ts'
import { meaningsOfPeople } from './of-people.ts'
import { meaningsOfRadar } from './of-radar.ts'
import { meaningsOfReports } from './of-reports.ts'
import { meaningsOfWidgets } from './of-widgets.ts'

/**
 * Field descriptions by area. No two areas may describe the same field, because one of the descriptions would be lost.
 */
export const areas: readonly Readonly<Record<string, string>>[] = [
  meaningsOfAnalytics,
  meaningsOfFeeds,
  meaningsOfPeople,
  meaningsOfRadar,
  meaningsOfReports,
  meaningsOfHardware,
  meaningsOfInstruments,
  meaningsOfIntegrations,
  meaningsOfWidgets,
]

export const meaningsByArea: Readonly<Record<string, string>> = Object.assign({}, ...areas)
