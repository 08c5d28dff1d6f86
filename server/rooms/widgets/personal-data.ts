import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { deleteSharesTo, describeWidgetsOf } from './store.ts'

/** A widget outlives its creator. The database removes their name from it along with the person's row. */
export const widgetsPersonalData: PersonalData = {
  sections: { widgets: atOnce(describeWidgetsOf) },
  forget: deleteSharesTo,
}
