/** The query parameter that opens a dialog on this page: `?dialog=pa`. */
export const dialogOption = 'dialog'

export type AskedDialog = 'pa' | 'unknown'

/** Null if no dialog is requested. A dialog that this person may not open is treated like one that does not exist. */
export function askedDialog(option: string | null, { maySpeak }: { maySpeak: boolean }): AskedDialog | null {
  if (option === null || option === '') return null
  return option.toLowerCase() === 'pa' && maySpeak ? 'pa' : 'unknown'
}
