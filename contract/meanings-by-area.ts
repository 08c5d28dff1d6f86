import { meaningsOfAnalytics } from './meanings-of-analytics.ts'
import { meaningsOfFeeds } from './meanings-of-feeds.ts'
import { meaningsOfHardware } from './meanings-of-hardware.ts'
import { meaningsOfIntegrations } from './meanings-of-integrations.ts'
import { meaningsOfPeople } from './meanings-of-people.ts'
import { meaningsOfReports } from './meanings-of-reports.ts'
import { meaningsOfWidgets } from './meanings-of-widgets.ts'

/** What fields mean, in the files of their areas. */
export const meaningsByArea: Readonly<Record<string, string>> = {
  ...meaningsOfAnalytics,
  ...meaningsOfFeeds,
  ...meaningsOfPeople,
  ...meaningsOfReports,
  ...meaningsOfHardware,
  ...meaningsOfIntegrations,
  ...meaningsOfWidgets,
}
