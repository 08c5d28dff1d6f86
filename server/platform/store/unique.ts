const uniqueViolation = '23505'

/** Whether something failed because what an index keeps unique was there already. */
export function isTaken(error: unknown, index: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === uniqueViolation && constraint === index
}
