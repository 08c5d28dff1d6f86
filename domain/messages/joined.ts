/** Joins the paragraphs of a message, skipping those that are empty or do not apply. */
export const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join('\n\n')
