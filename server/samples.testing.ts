import type { TestPerson } from '#server/testing'

/** What a sample may speak of: the caller, and somebody and something of the caller's own customer. */
export interface SampleWorld {
  readonly caller: TestPerson
  readonly colleague: TestPerson
}

export interface Sample {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

const nobody = '00000000-0000-4000-8000-000000000000'

/**
 * A well-formed request for every call, by name. The access matrix, the isolation test and the generated bad requests
 * start from here, so a call without one fails all three.
 */
export const samples: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  // identity
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
  endImpersonation: () => ({}),
  // users
  getCurrentUser: () => ({}),
  getRoles: () => ({}),
  updateProfile: ({ caller }) => ({
    body: { firstName: 'Some', lastName: 'One', email: caller.email, phoneNumber: null, timeZone: 'EST' },
  }),
  getCustomerUsers: () => ({}),
  // customers
  getCustomer: ({ colleague }) => ({ params: { customerId: String(colleague.customerId) } }),
  getBanner: ({ colleague }) => ({ params: { customerId: String(colleague.customerId) } }),
  setBanner: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId) },
    body: { banner: 'The pool is closed' },
  }),
  listCustomers: () => ({}),
  listPeopleOfCustomer: ({ colleague }) => ({ params: { customerId: String(colleague.customerId) } }),
  readAudit: () => ({ query: { count: '5' } }),
  // notifications
  listOutbox: () => ({ query: {} }),
  readDelivery: () => ({ params: { id: '999999' } }),
}
