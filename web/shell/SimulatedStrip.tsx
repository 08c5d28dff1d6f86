import classes from './SimulatedStrip.module.css'
import { useSimulatedWeather } from '#web/data/weather-kind.ts'
import { useFullscreenElement } from '#web/parts/use-fullscreen-element.ts'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

/** Over every page, and over whatever fills the screen: nobody may take simulated weather for the weather outside. */
export function SimulatedStrip() {
  const isSimulated = useSimulatedWeather()
  const filling = useFullscreenElement()
  useLayoutEffect(() => {
    // What fills the page makes room for it.
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
