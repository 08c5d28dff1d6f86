import type { User } from '#contract/people/users'
import type { Question } from '#web/data/people/consultation.ts'

export interface QuestionDraft {
  readonly message: string
  readonly preferredContact: Question['preferredContact']
  readonly email: string
  readonly phone: string
  /** The email addresses that receive a copy. */
  readonly others: readonly string[]
}

export function firstDraft({ email, phoneNumber }: Pick<User, 'email' | 'phoneNumber'>): QuestionDraft {
  return { message: '', preferredContact: 'email', email: email ?? '', phone: phoneNumber ?? '', others: [] }
}

/** Sends only the fields of the chosen contact method. */
export function questionOf({ message, preferredContact, email, phone, others }: QuestionDraft): Question {
  const isByEmail = preferredContact === 'email'
  return {
    message,
    preferredContact,
    email: isByEmail ? email.trim() || null : null,
    phone: isByEmail ? null : phone.trim() || null,
    ccdEmails: isByEmail ? [...others] : [],
  }
}

/** Returns administrators with an email address, by name and address. The person who asks gets the reply anyway. */
export function otherChoices(people: readonly Pick<User, 'fullName' | 'email'>[], ownEmail: string | null) {
  return people.flatMap(({ fullName, email }) =>
    email === null || email === ownEmail ? [] : [{ value: email, label: `${fullName} (${email})` }],
  )
}

/** Returns the specification's text, plus a contact. */
export function failureText(supportEmail: string | null | undefined): string {
  return `There was a problem sending your question. Please contact ${supportEmail ?? 'your administrator'} for assistance.`
}
