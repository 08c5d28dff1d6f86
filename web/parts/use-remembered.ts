import { useCallback, useState } from 'react'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that keeps nothing: what is chosen holds until the page is left.
    return null
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // As above: the choice still counts on this page.
  }
}

/** A choice that this browser keeps between visits. What is kept was written by anyone: `parse` makes sense of it. */
export function useRemembered<Value>(
  key: string,
  parse: (kept: string | null) => Value,
  format: (value: Value) => string,
): readonly [Value, (value: Value) => void] {
  // Kept with its key: another place has another choice, and has it at once.
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
