/** Paragraphs of a message; those that are empty or do not apply are left out. */
export const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join('\n\n')
