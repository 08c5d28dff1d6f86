import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { describeTokensOf } from './store.ts'

/** Tokens are deleted with their person's row. */
export const apiTokensPersonalData: PersonalData = { sections: { apiTokens: atOnce(describeTokensOf) } }
