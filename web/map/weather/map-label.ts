import { mapLayers, type MapLayer } from '#web/map/radar/layer-choice.ts'

/** Returns text such as `Live radar around Norman Stadium with Radar and Lightning`. */
export function mapLabel(where: string | null, layers: readonly MapLayer[]): string {
  const around = where === null ? '' : ` around ${where}`
  const on = mapLayers.filter(({ layer }) => layers.includes(layer)).map(({ label }) => label)
  const what = on.length === 0 ? 'no layers' : new Intl.ListFormat('en-GB').format(on)
  return `Live radar${around} with ${what}`
}
