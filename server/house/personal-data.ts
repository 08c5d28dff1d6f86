import { auditPersonalData } from '#server/platform/audit-of-person'
import { oncePersonalData } from '#server/platform/once/index'
import type { PersonalData, PersonOfCustomer } from '#server/platform/personal-data'
import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { apiTokensPersonalData } from '#server/rooms/api-tokens/index'
import { camerasPersonalData } from '#server/rooms/cameras/index'
import { consultationPersonalData } from '#server/rooms/consultation/index'
import { hardwarePersonalData } from '#server/rooms/hardware/index'
import { confirmOwner, identityPersonalData } from '#server/rooms/identity/index'
import { lightningPersonalData } from '#server/rooms/lightning/index'
import { locationsPersonalData } from '#server/rooms/locations/index'
import { massNotifyPersonalData } from '#server/rooms/mass-notify/index'
import { notificationsPersonalData } from '#server/rooms/notifications/index'
import { policiesPersonalData } from '#server/rooms/policies/index'
import { createPrivacy, type PrivacyDeps } from '#server/rooms/privacy/index'
import { reportsPersonalData } from '#server/rooms/reports/index'
import { ssoPersonalData } from '#server/rooms/sso/index'
import { usersPersonalData } from '#server/rooms/users/index'
import { widgetsPersonalData } from '#server/rooms/widgets/index'

/** Collects what every room stores about people. */
export function personalDataOf(secrets: Pick<Secrets, 'seal'>) {
  const parts: readonly PersonalData[] = [
    usersPersonalData,
    identityPersonalData,
    ssoPersonalData,
    apiTokensPersonalData,
    locationsPersonalData,
    notificationsPersonalData(secrets),
    massNotifyPersonalData,
    consultationPersonalData,
    reportsPersonalData,
    widgetsPersonalData,
    camerasPersonalData,
    lightningPersonalData,
    policiesPersonalData,
    hardwarePersonalData,
    auditPersonalData,
    oncePersonalData,
  ]
  return {
    parts,
    async forgetPerson(tx: Tx, person: PersonOfCustomer): Promise<void> {
      for (const { forget } of parts) await forget?.(tx, person)
    },
  }
}

/** Creates the room for people's own data, which has sign-in verify the person. */
export function privacyOf(deps: Omit<PrivacyDeps, 'confirmOwner'>) {
  return createPrivacy({
    ...deps,
    confirmOwner: (caller, password, now) => confirmOwner(deps.db, caller, password, now),
  })
}
