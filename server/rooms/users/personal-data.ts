import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { describeAccount } from './store.ts'

/** The account itself is the last thing that is deleted (delete-user.ts). */
export const usersPersonalData: PersonalData = { sections: { account: atOnce(describeAccount) } }
