const words: Readonly<Record<string, string>> = {
  'too soon after another': 'It reports more often than every ten seconds.',
  'corrects what is older than a day': 'It tried to correct readings that are older than a day.',
  'its time cannot be': 'Its clock is wrong: it sent readings from the future.',
  'readings of its time are not kept': 'Readings arrived that are older than the retention period.',
  'too many waited': 'Readings arrived faster than they could be saved.',
}

/** Explains why data from a station was dropped, for the person who maintains the station. */
export function droppedWords(because: string): string {
  return words[because] ?? `The reason: ${because}.`
}
