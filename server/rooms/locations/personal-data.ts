import { atOnce, type PersonalData } from '#server/platform/personal-data'
import { describeLocationsOf } from './store/personal-data.ts'

/** Locations are deleted before their person, with a fact for each (remove-locations-of.ts). */
export const locationsPersonalData: PersonalData = { sections: { locations: atOnce(describeLocationsOf) } }
