import { useEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Sets the browser tab's title and focuses the heading after navigation, so that reading starts there. */
export function usePageStart(tab: string, heading: RefObject<HTMLHeadingElement | null>) {
  useEffect(() => {
    document.title = `${tab} · Skywarden`
  }, [tab])
  useReadingStart(heading)
}

/** For a page that sets the tab's title itself. */
export function useReadingStart(heading: RefObject<HTMLHeadingElement | null>) {
  const cameBy = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    // After a page load or a sign-in, reading starts at the top of the page, with the skip link.
    if (key === 'default' || cameBy === 'REPLACE') return
    heading.current?.focus({ preventScroll: true })
    if (cameBy === 'PUSH') window.scrollTo(0, 0)
  }, [cameBy, key, heading])
}
