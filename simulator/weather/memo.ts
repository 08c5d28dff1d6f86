/** What is known under a key, else something new; the oldest is forgotten when it becomes too much. */
export function memoized<Value>(
  known: Map<number, Value>,
  most: number,
  key: number,
  create: (key: number) => Value,
): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= most) {
    for (const oldest of known.keys()) {
      known.delete(oldest)
      break
    }
  }
  const created = create(key)
  known.set(key, created)
  return created
}
