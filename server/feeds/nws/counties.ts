import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Feature, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import type { Outline } from '#domain/geo/outline'
import { outlinesOf } from './geometry.ts'

type Atlas = Topology<{ counties: GeometryCollection }>

/**
 * The outlines of counties by SAME codes, which alerts carry for radio receivers: a zero or the number of a part of the
 * county, two digits for the state, three for the county, zeros for the whole state. A part is treated as the whole
 * county.
 */
export interface Counties {
  /** Returns nothing for a code that is not a county: marine codes are unknown here. */
  outlinesOf(sameCode: string): readonly Outline[]
}

const sameCode = /^\d(\d\d)(\d\d\d)$/

/** Returns the Census Bureau's counties at 1:10,000,000, which are read on first use. */
export function createCounties(): Counties {
  let atlas: { readonly topology: Atlas; readonly byState: ReadonlyMap<string, GeometryObject[]> } | undefined
  const known = new Map<string, readonly Outline[]>()

  function load() {
    const path = fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json'))
    const topology = JSON.parse(readFileSync(path, 'utf8')) as Atlas
    const byState = Map.groupBy(topology.objects.counties.geometries, ({ id }) => String(id).slice(0, 2))
    return { topology, byState }
  }

  function find(state: string, county: string): readonly Outline[] {
    atlas ??= load()
    const { topology, byState } = atlas
    return (byState.get(state) ?? [])
      .filter(({ id }) => county === '000' || String(id) === state + county)
      .flatMap(each => {
        const shape = feature(topology, each) as Feature<Polygon | MultiPolygon>
        return outlinesOf(shape.geometry) ?? []
      })
  }

  return {
    outlinesOf(code) {
      const [, state, county] = sameCode.exec(code) ?? []
      if (state === undefined || county === undefined) return []
      const key = state + county
      const outlines = known.get(key) ?? find(state, county)
      known.set(key, outlines)
      return outlines
    },
  }
}
