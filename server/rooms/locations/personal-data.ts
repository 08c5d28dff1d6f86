import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { describeLocationsOf } from './store/personal-data.ts'

/** Locations are deleted before their person, each with a fact (remove-locations-of.ts). */
export const locationsPersonalData: PersonalData = { sections: { locations: atOnce(describeLocationsOf) } }
