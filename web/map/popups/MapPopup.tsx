import classes from './MapPopup.module.css'
import type { Point } from '#domain/geo/distance'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEscape } from '#web/map/use-escape.ts'
import { useReturnFocus } from '#web/parts/use-return-focus.ts'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'

interface MapPopupProps {
  at: Point
  title: string
  onClose: () => void
  children: ReactNode
}

const gapPx = 12
const edgePx = 8

/** What is known of a point of the map, beside that point for as long as it is open. Escape closes it. */
export function MapPopup({ at, title, onClose, children }: MapPopupProps) {
  const { map } = useStandingMap()
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const { latitude, longitude } = at
  useReturnFocus(true)
  useEscape(popup, true, onClose)

  useEffect(() => {
    const element = popup.current
    if (!element) return
    const place = () => placeBeside(element, map.project([longitude, latitude]), map.getContainer())
    const observer = new ResizeObserver(place)
    observer.observe(element)
    place()
    element.focus({ preventScroll: true })
    map.on('move', place)
    return () => {
      observer.disconnect()
      map.off('move', place)
    }
  }, [map, latitude, longitude])

  return (
    <div ref={popup} className={classes.popup} role="dialog" aria-labelledby={id} tabIndex={-1}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </button>
      </div>
      <div className={classes.body}>{children}</div>
    </div>
  )
}

/** Above the point, or below it where there is no room, and always on the map. */
function placeBeside(element: HTMLElement, point: { x: number; y: number }, map: HTMLElement) {
  const { offsetWidth: width, offsetHeight: height } = element
  const within = (value: number, most: number) => Math.max(edgePx, Math.min(value, most - edgePx))
  const left = within(point.x - width / 2, map.clientWidth - width)
  const above = point.y - height - gapPx
  const top = above >= edgePx ? above : within(point.y + gapPx, map.clientHeight - height)
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
