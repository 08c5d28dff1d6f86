import classes from './SimulatedStrip.module.css'
import { useSimulatedWeather } from '#web/data/weather-kind.ts'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

function onFullscreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Over every page, and over whatever fills the screen: nobody may take simulated weather for the weather outside. */
export function SimulatedStrip() {
  const isSimulated = useSimulatedWeather()
  const filling = useSyncExternalStore(onFullscreen, () => document.fullscreenElement)
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
