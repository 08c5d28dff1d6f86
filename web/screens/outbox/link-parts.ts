export interface LinkPart {
  readonly text: string
  readonly href?: string
}

const address = /https?:\/\/[^\s<>"']+/g
/** Punctuation after a URL belongs to the sentence, not to the URL. */
const sentenceEnd = /[.,;:!?)\]}]+$/

/** Splits plain text into text and URLs. Only http and https become links. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let done = 0
  for (const match of text.matchAll(address)) {
    const found = match[0].replace(sentenceEnd, '')
    if (!URL.canParse(found)) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index) })
    parts.push({ text: found, href: found })
    done = match.index + found.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}
