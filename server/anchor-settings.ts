import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** Where the ends of the audit and evidence chains are recorded, besides the log. */
export type AnchorPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }

const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(text)
const isFit = (text: string) =>
  !isAddress(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')

export const anchorVariables = {
  AUDIT_ANCHOR: z.optional(
    z.string().check(z.refine(isFit, 'must be a file, or look like https://anchors.example.org/skywarden')),
  ),
}

export function anchorOf({
  AUDIT_ANCHOR: text,
}: {
  AUDIT_ANCHOR?: string | undefined
}): AnchorPlace | undefined {
  if (text === undefined) return undefined
  return isAddress(text) ? { kind: 'url', url: text } : { kind: 'file', path: resolve(text) }
}
