import classes from './SimulatedStrip.module.css'
import { useViewer } from '#web/data/people/users.ts'
import { useRehearsal } from '#web/data/weather/weather-kind.ts'
import { useFullscreenElement } from '#web/parts/browser/use-fullscreen-element.ts'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

// Rarely shown.
const MakeReal = lazy(async () => ({ default: (await import('#web/forms/make-real/MakeReal.tsx')).MakeReal }))

/**
 * Shown above every page and anything in full screen, because a person who relies on a rehearsal copy would wait for a
 * siren that never sounds.
 */
export function RehearsalStrip() {
  const isRehearsal = useRehearsal()
  const filling = useFullscreenElement()
  useLayoutEffect(() => {
    // Full-page content leaves room for the strip.
    document.documentElement.toggleAttribute('data-rehearsal', isRehearsal)
  }, [isRehearsal])
  if (!isRehearsal) return null
  const strip = (
    <section className={`${classes.strip} ${classes.rehearsal}`} aria-label="Rehearsal">
      <span>
        <strong>Rehearsal:</strong> nothing is sent from this server
      </span>
      <span className={classes.more}>No messages, sirens, or webhooks.</span>
      <Action />
    </section>
  )
  return filling ? createPortal(strip, filling) : strip
}

function Action() {
  const viewer = useViewer()
  if (viewer?.roleName !== 'SuperAdmin') return null
  return (
    <span className={classes.action}>
      <Suspense>
        <MakeReal size="compact-xs" />
      </Suspense>
    </span>
  )
}
