import { weatherHeading, weatherKindNames, sourceWords } from './weather-text.ts'
import classes from './Welcome.module.css'
import { useWeatherSources } from '#web/data/health/status.ts'
import { FactList } from '#web/parts/page/Facts.tsx'

/** Explains before setup which weather is real, and what no source reports. */
export function WhereWeatherComesFrom() {
  const { data } = useWeatherSources()
  if (!data) return null
  const { title, text } = weatherHeading(data)
  return (
    <section className={classes.weather} aria-labelledby="weather-sources">
      <h2 id="weather-sources">{title}</h2>
      <p>{text}</p>
      <details>
        <summary>Where it comes from</summary>
        <FactList
          facts={data.map(each => ({ label: weatherKindNames[each.kind], value: sourceWords(each) }))}
        />
      </details>
    </section>
  )
}
