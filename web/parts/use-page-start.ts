import { useEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Names the browser's tab, and gives the heading the focus after a change of page so that reading starts there. */
export function usePageStart(tab: string, heading: RefObject<HTMLHeadingElement | null>) {
  useEffect(() => {
    document.title = `${tab} · Skywarden`
  }, [tab])
  useReadingStart(heading)
}

/** For a page that names its tab in a way of its own. */
export function useReadingStart(heading: RefObject<HTMLHeadingElement | null>) {
  const cameBy = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    // A page that was opened, or came after signing in, is read from its start, with the way past the sidebar.
    if (key === 'default' || cameBy === 'REPLACE') return
    heading.current?.focus({ preventScroll: true })
    if (cameBy === 'PUSH') window.scrollTo(0, 0)
  }, [cameBy, key, heading])
}
