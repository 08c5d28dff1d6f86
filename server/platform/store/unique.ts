const uniqueViolation = '23505'

/** Returns whether an error is a unique violation of an index. */
export function isTaken(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === uniqueViolation && constraint === index
}
