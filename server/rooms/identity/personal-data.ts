import { atOnce, inPages, type PersonalData } from '#server/platform/personal-data'
import {
  deleteOldSignIns,
  deleteSignInRecordsOf,
  deleteStraySessions,
  sessionsOf,
  signInEventsOf,
  signInMethodsOf,
  supportAccessTo,
} from './store/personal-data.ts'

export const identityPersonalData: PersonalData = {
  sections: {
    signInMethods: atOnce(signInMethodsOf),
    sessions: atOnce(sessionsOf),
    signIns: inPages(signInEventsOf),
    supportAccess: atOnce(supportAccessTo),
  },
  forget: deleteSignInRecordsOf,
  forgetStrays: (db, most) => deleteStraySessions(db, 'system', most),
  deleteOlder: { signIns: deleteOldSignIns },
}
