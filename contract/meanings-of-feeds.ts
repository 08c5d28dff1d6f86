/** What fields mean that speak of public sources of weather. */
export const meaningsOfFeeds: Readonly<Record<string, string>> = {
  publicSource: 'Of a public source: how its servers answer; null for every other feed',
  'publicSource.source': 'Name of the source in the settings',
  'publicSource.requestsLastHour': 'Requests that were sent to it in the last hour',
  'publicSource.latencyMs': 'How long its newest answer took; null before the first',
  'publicSource.lastError': 'Why the newest request failed; null where it did not',
  'publicSource.paused': 'Since when and by whom it is paused; null while it is asked',
  'publicSource.paused.by': 'Who paused it',
  'publicSource.paused.since': 'Since when nothing is asked of it',
  'pauseSource.source': 'Name of the source in the settings',
  'pauseSource.paused': 'True to ask nothing of it any more, false to ask it again',
}
