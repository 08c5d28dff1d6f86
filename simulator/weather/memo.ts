/** Returns the cached value for a key, otherwise a new one; drops the oldest when there are too many. */
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
