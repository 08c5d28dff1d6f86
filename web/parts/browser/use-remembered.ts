import { useCallback, useState } from 'react'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // This browser has no storage, so the choice lasts until the page is closed.
    return null
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // There is no storage, but the choice still applies on this page.
  }
}

/** Returns a choice this browser keeps between visits. The stored value is untrusted, so `parse` validates it. */
export function useRemembered<Value>(
  key: string,
  parse: (kept: string | null) => Value,
  format: (value: Value) => string,
): readonly [Value, (value: Value) => void] {
  // The choice is stored with its key, so that the right choice appears as soon as the key changes.
  const [chosen, setChosen] = useState<{ readonly key: string; readonly value: Value }>()
  const value = chosen?.key === key ? chosen.value : parse(read(key))
  const choose = useCallback(
    (next: Value) => {
      write(key, format(next))
      setChosen({ key, value: next })
    },
    [key, format],
  )
  return [value, choose]
}
