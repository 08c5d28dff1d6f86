import { keptDays, type RetentionChoices } from './retention.ts'
import type { Kept } from './stored-data.ts'

/** How long something is kept, as text, given the organization's own choices. */
export function keptInWords(kept: Kept, choices: RetentionChoices): string {
  if ('words' in kept) return kept.words
  const days = keptDays(kept.by, choices)
  const limit = days === null ? 'No limit, unless your organization sets one.' : `${days} days.`
  return kept.also === undefined ? limit : `${limit} ${kept.also}`
}
