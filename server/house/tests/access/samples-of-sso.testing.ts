import type { Sample, SampleWorld } from './sample.testing.ts'

const ofCustomer = ({ colleague }: SampleWorld) => ({ params: { customerId: String(colleague.customerId) } })

/** Well-formed requests for the single sign-on calls. */
export const samplesOfSso: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  getSso: ofCustomer,
  getSsoSetup: ofCustomer,
  saveSso: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId) },
    body: {
      customerId: colleague.customerId,
      IDPScheme: String(colleague.customerId),
      ForceSSO: false,
      AutoProvision: false,
      DefaultUserGroupSiteId: null,
      IDPDisplayName: 'Google',
      IDPType: 'Google',
    },
  }),
  deleteSso: ofCustomer,
  addSsoDomain: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId) },
    body: { domain: 'school.example.org' },
  }),
  verifySsoDomain: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId), domain: 'none.example.org' },
  }),
  confirmSsoDomain: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId), domain: 'none.example.org' },
  }),
  removeSsoDomain: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId), domain: 'none.example.org' },
  }),
}
