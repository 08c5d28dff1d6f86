export interface Credit {
  readonly text: string
  readonly href: string | null
}

const link = /<a\b[^>]*?href=["']?(https:\/\/[^"'\s>]+)[^>]*>(.*?)<\/a>/gi
const plain = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')

/** Returns a map source's credits. They contain markup, of which only safe links are kept. */
export function creditsOf(attribution: string): Credit[] {
  const credits: Credit[] = []
  let end = 0
  for (const { 0: whole, 1: href = null, 2: text = '', index } of attribution.matchAll(link)) {
    credits.push({ text: plain(attribution.slice(end, index)), href: null }, { text: plain(text), href })
    end = index + whole.length
  }
  credits.push({ text: plain(attribution.slice(end)), href: null })
  return credits.filter(({ text }) => text !== '')
}
