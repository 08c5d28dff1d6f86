import classes from './SimulatedStrip.module.css'
import { useSimulatedWeather } from '#web/data/weather/weather-kind.ts'
import { useFullscreenElement } from '#web/parts/browser/use-fullscreen-element.ts'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

/**
 * Shown above every page and anything in full screen, because simulated weather must not be mistaken for real weather.
 */
export function SimulatedStrip() {
  const isSimulated = useSimulatedWeather()
  const filling = useFullscreenElement()
  useLayoutEffect(() => {
    // Full-page content leaves room for the strip.
    document.documentElement.toggleAttribute('data-simulated-weather', isSimulated)
  }, [isSimulated])
  if (!isSimulated) return null
  const strip = (
    <section className={classes.strip} aria-label="Simulated weather">
      <strong>Simulated weather</strong>
      <span>
        Nothing here is real. <span className={classes.more}>Do not use it to keep people safe.</span>
      </span>
    </section>
  )
  return filling ? createPortal(strip, filling) : strip
}
