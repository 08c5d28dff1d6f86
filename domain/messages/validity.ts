/**
 * Until when a message may be believed. Danger lasts until another message ends it, or until the end that it names.
 * Whatever says that something is safe lasts only briefly: on its way it could outlive the danger that takes it back.
 */
export type Lasts = 'until told' | 'until its end' | 'briefly'

/** How long a statement that something is safe may be believed, and may wait outside. */
export const brieflyMinutes = 10

/** The sentence that each message about the weather ends with. Times are text in the reader's time zone. */
export function validityWords(lasts: Lasts, asOf: string, until: string): string {
  switch (lasts) {
    case 'until told':
      return `As of ${asOf}, until you are notified that it is over.`
    case 'until its end':
      return `As of ${asOf}.`
    case 'briefly':
      return `As of ${asOf}; after ${until} check Skywarden.`
  }
}
