import { inPages, type PersonalData } from '#server/platform/personal-data'
import { deleteOldMassMessages, messagesSentBy, removeFromChosen } from './store.ts'

export const massNotifyPersonalData: PersonalData = {
  sections: { sentMessages: inPages(messagesSentBy) },
  forget: removeFromChosen,
  deleteOlder: { massMessages: deleteOldMassMessages },
}
