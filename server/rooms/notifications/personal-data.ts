import { atOnce, inPages, type PersonalData } from '#server/platform/personal-data'
import type { Secrets } from '#server/platform/secrets'
import {
  alertsOf,
  alertTimesOf,
  deleteMessagesOf,
  deleteOldMessages,
  deleteStrayAuthored,
  deleteStrayMessages,
  mailTo,
  positionOf,
  pushBrowsersOf,
} from './store/personal-data.ts'

/** What the outbox shows instead of a message whose person was deleted. */
const placeholder = 'This text was removed when its recipient’s account was deleted.'

export function notificationsPersonalData(secrets: Pick<Secrets, 'seal'>): PersonalData {
  return {
    sections: {
      alertTimes: atOnce(alertTimesOf),
      position: atOnce(positionOf),
      pushBrowsers: atOnce(pushBrowsersOf),
      alerts: inPages(alertsOf),
      mail: inPages(mailTo),
    },
    forget: (tx, person) => deleteMessagesOf(tx, person, secrets.seal(placeholder)),
    async forgetStrays(db, most) {
      const authored = await deleteStrayAuthored(db, 'system', most)
      return Math.max(authored, await deleteStrayMessages(db, 'system', most, secrets.seal(placeholder)))
    },
    deleteOlder: { alerts: deleteOldMessages },
  }
}
