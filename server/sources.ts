import { simulatedSource } from '#domain/feeds/source'

/** Which sources of weather are in use. What others told earlier is kept, but neither counted nor shown. */
export interface Sources {
  /** Whether the simulated world is one of them: then nothing that is shown may pass for real. */
  readonly simulated: boolean
  isOn(source: string): boolean
  isSimulated(source: string): boolean
}

export function sourcesOf({ feeds }: { readonly feeds: 'simulated' | 'none' }): Sources {
  const simulated = feeds === 'simulated'
  const isSimulated = (source: string) => source === simulatedSource
  return { simulated, isSimulated, isOn: source => simulated || !isSimulated(source) }
}
