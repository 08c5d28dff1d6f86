import type { BaseName } from './colours.ts'
import { DARK, LIGHT, type Flavor } from '@protomaps/basemaps'

/** Quiet grounds of the page's own tones: on this map only danger is loud. */
export const flavors: Readonly<Record<BaseName, Flavor>> = {
  light: {
    ...LIGHT,
    // Where no tile is, is the sea.
    background: '#d5e2ec',
    water: '#d5e2ec',
    earth: '#f4f5f2',
    boundaries: '#9aa7b8',
    city_label: '#344054',
    city_label_halo: '#f4f5f2',
    subplace_label: '#667085',
    subplace_label_halo: '#f4f5f2',
    state_label: '#667085',
    state_label_halo: '#f4f5f2',
    country_label: '#5d6779',
    ocean_label: '#5b7a96',
    park_a: '#e7eee4',
    park_b: '#dfe9dc',
    wood_a: '#e9eee5',
    wood_b: '#e1e9dd',
  },
  dark: {
    ...DARK,
    background: '#0e1625',
    water: '#0e1625',
    earth: '#1b2536',
    boundaries: '#4a5a75',
    city_label: '#b6c1d1',
    city_label_halo: '#1b2536',
    subplace_label: '#8a97ab',
    subplace_label_halo: '#1b2536',
    state_label: '#8794aa',
    state_label_halo: '#1b2536',
    country_label: '#94a1b5',
    ocean_label: '#5f7797',
    park_a: '#1c2a34',
    park_b: '#1c2a34',
    wood_a: '#1c2935',
    wood_b: '#1c2935',
    buildings: '#223047',
  },
}
