/** Which dialog an address of this page asks for: `?dialog=pa`. */
export const dialogOption = 'dialog'

export type AskedDialog = 'pa' | 'unknown'

/** Nothing where none is asked for. One that this person may not open is as unknown to them as one that is not there. */
export function askedDialog(option: string | null, { maySpeak }: { maySpeak: boolean }): AskedDialog | null {
  if (option === null || option === '') return null
  return option.toLowerCase() === 'pa' && maySpeak ? 'pa' : 'unknown'
}
