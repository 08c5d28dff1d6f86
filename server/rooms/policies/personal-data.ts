import { inPages, type PersonalData } from '#server/platform/personal-data'
import { describeWarningsOf } from './store.ts'

export const policiesPersonalData: PersonalData = { sections: { warnings: inPages(describeWarningsOf) } }
