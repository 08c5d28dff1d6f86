import classes from './MapPopup.module.css'
import { placeBeside } from './place-beside.ts'
import type { Point } from '#domain/geo/distance'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useEscape } from '#web/map/use-escape.ts'
import { useReturnFocus } from '#web/parts/dialogs/use-return-focus.ts'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'

interface MapPopupProps {
  at: Point
  title: string
  onClose: () => void
  children: ReactNode
}

/** Shows details about a point on the map, next to the point. Escape closes it. */
export function MapPopup({ at, title, onClose, children }: MapPopupProps) {
  const { map } = useStandingMap()
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const { latitude, longitude } = at
  useReturnFocus(true)
  useEscape(popup, true, onClose)

  useEffect(() => {
    const element = popup.current
    if (!element) return
    const place = () => {
      const point = map.project([longitude, latitude])
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      element.style.maxHeight = ''
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      // If the map has buttons at its sides, it provides their width.
      const sidePx = Number.parseFloat(getComputedStyle(element).getPropertyValue('--map-sides')) || undefined
      const { left, top, maxHeight } = placeBeside(point, size, { width, height }, sidePx)
      element.style.maxHeight = maxHeight === null ? '' : `${maxHeight}px`
      element.style.transform = `translate(${left}px, ${top}px)`
      mark.current?.style.setProperty('transform', `translate(${point.x}px, ${point.y}px)`)
    }
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
    <>
      <span ref={mark} className={classes.mark} aria-hidden="true" />
      <div ref={popup} className={classes.popup} role="dialog" aria-labelledby={id} tabIndex={-1}>
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          <button type="button" aria-label="Close" onClick={onClose}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
        <div className={classes.body}>{children}</div>
      </div>
    </>
  )
}
