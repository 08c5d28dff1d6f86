import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { describeAccount } from './store.ts'

/** The account itself is deleted last (delete-user.ts). */
export const usersPersonalData: PersonalData = { sections: { account: atOnce(describeAccount) } }
