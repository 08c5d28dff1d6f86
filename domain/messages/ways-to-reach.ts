/** A person's contact data. */
export interface Reach {
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly emailNotifications: boolean
  readonly smsNotifications: boolean
}

export interface ReachFault {
  readonly field: 'email' | 'phoneNumber'
  readonly because: string
}

/** Why a person cannot be notified; undefined if messages reach them in the chosen way. */
export function reachFault(person: Reach, kind: 'full user' | 'notification only'): ReachFault | undefined {
  if (person.smsNotifications && person.phoneNumber === null) {
    return { field: 'phoneNumber', because: 'is needed for text messages' }
  }
  if (kind === 'full user') return undefined // they see their notifications in the app
  if (person.emailNotifications && person.email !== null) return undefined
  if (person.smsNotifications) return undefined
  return {
    field: 'email',
    because:
      'Enter an email address or a phone number and turn its notifications on. Otherwise this person is not notified.',
  }
}

/** The default way to notify a person: by email or, without an address, by text message. */
export function defaultWays({ email, phoneNumber }: Pick<Reach, 'email' | 'phoneNumber'>) {
  return { emailNotifications: email !== null, smsNotifications: email === null && phoneNumber !== null }
}
