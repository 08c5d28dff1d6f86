import { headingOf, kindNames, sourceWords } from './weather-text.ts'
import classes from './Welcome.module.css'
import { useWeatherSources } from '#web/data/health/status.ts'
import { Facts } from '#web/parts/page/Facts.tsx'

/** Before setup: which weather is real, and what no source reports. */
export function WhereWeatherComesFrom() {
  const { data } = useWeatherSources()
  if (!data) return null
  const { title, text } = headingOf(data)
  return (
    <section className={classes.weather} aria-labelledby="weather-sources">
      <h2 id="weather-sources">{title}</h2>
      <p>{text}</p>
      <details>
        <summary>Where it comes from</summary>
        <Facts facts={data.map(each => ({ label: kindNames[each.kind], value: sourceWords(each) }))} />
      </details>
    </section>
  )
}
