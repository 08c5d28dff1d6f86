/** What is known of a person that a message can be sent to. */
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

/** What keeps a person from being told; nothing if messages reach them in the way that was chosen. */
export function reachFault(person: Reach, kind: 'full user' | 'notification only'): ReachFault | undefined {
  if (person.smsNotifications && person.phoneNumber === null) {
    return { field: 'phoneNumber', because: 'is needed for text messages' }
  }
  if (kind === 'full user') return undefined // they see in the application what they are told
  if (person.emailNotifications && person.email !== null) return undefined
  if (person.smsNotifications) return undefined
  return {
    field: 'email',
    because:
      'An email address or a phone number is needed, with its notifications on: otherwise nobody is notified.',
  }
}

/** How a person is told of whom nothing else was said: by e-mail or, where there is no address, by text message. */
export function defaultWays({ email, phoneNumber }: Pick<Reach, 'email' | 'phoneNumber'>) {
  return { emailNotifications: email !== null, smsNotifications: email === null && phoneNumber !== null }
}
