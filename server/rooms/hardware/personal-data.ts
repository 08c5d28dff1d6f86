import { inPages, type PersonalData } from '#server/platform/personal-data'
import { commandsBy } from './store/personal-data.ts'

/** Commands are kept: they prove who sounded a siren. */
export const hardwarePersonalData: PersonalData = { sections: { commands: inPages(commandsBy) } }
