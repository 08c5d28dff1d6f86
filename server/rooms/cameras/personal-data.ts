import { inPages, type PersonalData } from '#server/platform/personal-data'
import { deleteOldViews, describeViewsOf } from './store/personal-data.ts'

/** The camera log keeps the name of a person who leaves, but not the link to their account. */
export const camerasPersonalData: PersonalData = {
  sections: { cameraViews: inPages(describeViewsOf) },
  deleteOlder: { cameraViews: deleteOldViews },
}
