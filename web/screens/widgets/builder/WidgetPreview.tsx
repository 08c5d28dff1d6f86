import classes from './Builder.module.css'
import { widgetBodyOf, type WidgetDraft } from './widget-draft.ts'
import { momentNow } from '#web/data/live/moment.ts'
import { usePreview } from '#web/data/messages/widgets.ts'
import styles from '#web/embed/embed.css?inline'
import { createWidgetView } from '#web/embed/widget-view.ts'
import { useEffect, useRef, useState } from 'react'

const settleMs = 400

/** Waits until typing pauses before fetching. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Shows the page itself, rendered by its own code and styles, with unsaved changes. */
export function WidgetPreview({ draft, customerId }: { draft: WidgetDraft; customerId: number }) {
  const settled = useSettled(draft)
  const body = widgetBodyOf({ ...settled, allowedSites: '' })
  const preview = usePreview(body && { ...body, customerId })
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<ReturnType<typeof createWidgetView>>(null)
  const notified = body && !preview.isError ? preview.data : undefined
  const hasView = notified !== undefined

  useEffect(() => {
    if (!hasView || !host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    const place = document.createElement('div')
    root.replaceChildren(place)
    view.current = createWidgetView(place, 1)
  }, [hasView])

  useEffect(() => {
    if (!notified) return undefined
    const draw = () => view.current?.show(notified.data, notified.lease, momentNow())
    draw()
    const timer = setInterval(draw, 1000)
    return () => clearInterval(timer)
  }, [notified])

  if (!body)
    return <p className={classes.waiting}>Choose a location and a policy group to see the widget here.</p>
  if (preview.isError)
    return <p className={classes.waiting}>The preview will appear when every field is valid.</p>
  if (!notified)
    return (
      <p className={classes.waiting} role="status">
        Loading...
      </p>
    )
  return (
    <div
      ref={host}
      className={classes.preview}
      data-width={draft.width ?? 'full'}
      role="region"
      aria-label="Preview of the widget"
    />
  )
}
