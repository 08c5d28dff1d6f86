/** The server's limit on the length of the text. */
export const mostCharacters = 2_000_000

export type TableRead = { readonly text: string } | { readonly problem: string }

/** Decodes UTF-8, or the encoding that spreadsheets on Windows save by default. */
export function decodeTable(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8. The other encoding accepts every byte.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads a file's text, unless the server would reject it anyway. */
export async function readTable(file: Blob): Promise<TableRead> {
  if (file.size > mostCharacters * 4) return { problem: tooLarge }
  const text = decodeTable(await file.arrayBuffer())
  if (text.length > mostCharacters) return { problem: tooLarge }
  if (text.includes('\0'))
    return { problem: 'This is not a CSV file. In a spreadsheet, save it as CSV and choose it again.' }
  return text.trim() === '' ? { problem: 'The file is empty.' } : { text }
}

const tooLarge = 'The file is too large: at most 2 million characters. Split it and import the parts.'
