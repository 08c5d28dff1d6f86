import { atOnce, inPages, type PersonalData } from '#server/platform/personal-data'
import { attemptsOf, deleteOldAttempts, deleteTracesOf, linksOf } from './store/personal-data.ts'

export const ssoPersonalData: PersonalData = {
  sections: { signInMethods: atOnce(linksOf), signIns: inPages(attemptsOf) },
  forget: deleteTracesOf,
  deleteOlder: { signIns: deleteOldAttempts },
}
