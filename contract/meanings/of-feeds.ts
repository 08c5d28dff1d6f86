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
  satelliteOnly: 'All Clear: whether only a satellite proves it, which misses some flashes',
  satellite:
    'Whether satellites watch the location, and whether an administrator has accepted that they alone prove All Clear',
  'getSatelliteAcceptance.words': 'What is accepted, word for word',
  'getSatelliteAcceptance.accepted':
    'Who accepted that satellites alone prove All Clear, and when; null while nobody has',
  'getSatelliteAcceptance.accepted.by': 'Who accepted it',
  'getSatelliteAcceptance.accepted.at': 'When it was accepted',
  'getSatelliteAcceptance.accepted.words': 'The words that were accepted then',
  'acceptSatellite.words': 'What is accepted, word for word',
  'acceptSatellite.accepted':
    'Who accepted that satellites alone prove All Clear, and when; null while nobody has',
  'acceptSatellite.accepted.by': 'Who accepted it',
  'acceptSatellite.accepted.at': 'When it was accepted',
  'acceptSatellite.accepted.words': 'The words that were accepted then',
  wholeOrganizationLocation:
    'Whether it holds for every dashboard, siren and widget of this location of the organization',
  'acceptSatellite.accept': 'True to accept, false to take it back',
  'getWeatherSources.kind': 'What is told of',
  'getWeatherSources.sources': 'The sources that tell of it; none where it is Unknown everywhere',
  'getWeatherSources.sources.name': 'Name of the source',
  'getWeatherSources.sources.simulated': 'Whether it is that of the simulated world',
  'getWeatherSources.sources.area': 'Where it sees everything, in words',
  'getWeatherSources.sources.license': 'What its owner asks to be shown; null for nothing',
  'getWeatherSources.sources.provesAbsence':
    'Whether it proves that nothing is there when it reports nothing',
  'pauseSource.source': 'Name of the source in the settings',
  'pauseSource.paused': 'True to ask nothing of it any more, false to ask it again',
  Service: "Short name of the weather service: 'NWS', or 'ECCC' in Canada",
}
