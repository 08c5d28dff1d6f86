import type { WeatherSources } from '#web/data/health/status.ts'

type Kind = WeatherSources[number]
type Source = Kind['sources'][number]

export const weatherKindNames: Readonly<Record<Kind['kind'], string>> = {
  lightning: 'Lightning',
  alerts: 'Official alerts',
  observations: 'Observations',
  forecasts: 'Forecasts',
  radar: 'Radar',
  'storm cells': 'Storm cells',
  'air quality': 'Air quality',
  tropics: 'Tropical storms',
  'surface analysis': 'Fronts and pressure',
  'road conditions': 'Road conditions',
}

/** Returns what an administrator should read before relying on any of the weather data. */
export function weatherHeading(kinds: WeatherSources): { readonly title: string; readonly text: string } {
  const all = kinds.flatMap(({ sources }) => sources)
  if (all.some(({ simulated }) => simulated))
    return {
      title: 'The weather here is simulated',
      text: 'None of it is real. Look around and try everything, but do not use it to keep people safe.',
    }
  if (all.length === 0)
    return {
      title: 'No weather source is connected',
      text: 'Every location stays Unknown until the operator of this server connects sources.',
    }
  return { title: 'The weather here is real', text: lightningText(kinds) }
}

function lightningText(kinds: WeatherSources): string {
  const lightning = kinds.find(({ kind }) => kind === 'lightning')?.sources ?? []
  if (lightning.some(({ provesAbsence }) => provesAbsence === 'yes'))
    return 'What no source reports is shown as Unknown, never as clear.'
  return lightning.length === 0
    ? 'No source reports lightning: lightning stays Unknown at every location. Everything else below is real.'
    : 'Lightning is seen by satellite only, which misses some flashes. What satellites see starts a delay; All Clear stays Unknown at a location until you accept satellites as the only proof there.'
}

export function sourceWords({ sources }: Pick<Kind, 'sources'>): string {
  if (sources.length === 0) return 'Not known: no source reports it'
  return sources.map(nameOf).join('; ')
}

const nameOf = ({ name, license }: Source) => (license === null ? name : `${name}. ${license}`)
