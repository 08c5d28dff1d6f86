import { inPages, type PersonalData } from '#server/platform/personal-data'
import {
  deleteOldReports,
  deleteReportsOf,
  deleteStrayReports,
  describeReportsOf,
} from './store/personal-data.ts'

export const reportsPersonalData: PersonalData = {
  sections: { reports: inPages(describeReportsOf) },
  forget: deleteReportsOf,
  forgetStrays: (db, most) => deleteStrayReports(db, 'system', most),
  deleteOlder: { reports: deleteOldReports },
}
