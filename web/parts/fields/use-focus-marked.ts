import { useEffect, useRef } from 'react'

/** Returns a ref for the form: after each failed attempt it scrolls to the top and focuses the first marked field. */
export function useFocusMarked<Form extends HTMLElement>(failures: number) {
  const form = useRef<Form>(null)
  const seen = useRef(failures)
  useEffect(() => {
    if (seen.current === failures) return
    seen.current = failures
    form.current?.scrollTo({ top: 0 })
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])
  return form
}
