import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { describeTokensOf } from './store.ts'

/** A person's tokens are deleted with the person's row. */
export const apiTokensPersonalData: PersonalData = { sections: { apiTokens: atOnce(describeTokensOf) } }
