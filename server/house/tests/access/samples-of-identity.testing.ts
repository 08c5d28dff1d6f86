import { usualChoices } from '#domain/privacy/retention'
import type { Sample, SampleWorld } from './sample.testing.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

export const samplesOfIdentity: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  changePassword: ({ caller }) => ({
    body: {
      userId: caller.id,
      currentPassword: 'not the password',
      newPassword: 'a kettle upon the green roof',
      confirmedNewPassword: 'a kettle upon the green roof',
    },
  }),
  sendActivateEmail: () => ({ query: { id: nobody } }),
  userInfo: () => ({}),
  startImpersonation: () => ({
    body: { userId: nobody, reason: 'A call for help', codeChallenge: 'c'.repeat(43) },
  }),
  resumeImpersonation: () => ({ body: { impersonationId: 'none', codeChallenge: 'c'.repeat(43) } }),
  endImpersonation: () => ({}),
  listSessions: () => ({}),
  endSession: () => ({ params: { id: 'none' } }),
  endOtherSessions: () => ({}),
  endSessionsOf: () => ({ body: { userId: nobody } }),
  listSignIns: () => ({}),
  listApiTokens: () => ({}),
  createApiToken: () => ({ body: { name: 'A script', mayRead: true, calls: [], days: 30 } }),
  revokeApiToken: () => ({ params: { id: '999999' } }),
  getSecondFactor: () => ({}),
  startSecondFactor: () => ({ body: { currentPassword: 'not the password' } }),
  confirmSecondFactor: () => ({ body: { code: '123456' } }),
  renewRecoveryCodes: () => ({ body: { currentPassword: 'not the password' } }),
  removeSecondFactorApp: () => ({ body: { currentPassword: 'not the password' } }),
  startPasskey: () => ({ body: { currentPassword: 'not the password' } }),
  addPasskey: () => ({
    body: {
      name: 'A laptop',
      credential: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
    },
  }),
  removePasskey: () => ({ params: { id: '999999' }, body: { currentPassword: 'not the password' } }),
  turnOffSecondFactor: () => ({ body: { currentPassword: 'not the password' } }),
  resetSecondFactor: () => ({ body: { userId: nobody } }),
  getRetention: () => ({}),
  setRetention: () => ({ body: { days: usualChoices } }),
  downloadOwnData: () => ({ body: { currentPassword: 'not the password' } }),
  downloadPersonData: () => ({ params: { id: nobody } }),
  requireSecondFactor: () => ({ body: { isRequired: false } }),
}
