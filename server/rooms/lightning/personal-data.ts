import { atOnce, inPages, type PersonalData } from '#server/platform/personal-data'
import { acceptancesOf, describeDelaysOf } from './store/personal-data.ts'

/** Evidence stays unchanged: nothing here is deleted with a person. */
export const lightningPersonalData: PersonalData = {
  sections: { delays: inPages(describeDelaysOf), acceptances: atOnce(acceptancesOf) },
}
