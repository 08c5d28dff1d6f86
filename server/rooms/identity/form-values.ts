import type { Form } from '#server/platform/http/forms'
import { isStorableText } from '#server/platform/http/input'

const longestText = 256

function wholeTextOf(form: unknown, name: string): string {
  const text = (form as Form | undefined)?.[name]
  return typeof text === 'string' && isStorableText(text) ? text : ''
}

/** The text of a form field; empty if it is longer than any text that we issue or accept. */
export function formTextOf(form: unknown, name: string, longest = longestText): string {
  const text = wholeTextOf(form, name)
  return text.length > longest ? '' : text
}

/** Never truncated: a truncated password could match another one. The size of the whole form is limited. */
export const passwordOf = wholeTextOf
