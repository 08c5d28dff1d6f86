/** Descriptions of fields about public weather sources. */
export const meaningsOfFeeds: Readonly<Record<string, string>> = {
  publicSource: 'For a public source: how its servers respond; null for every other feed',
  'publicSource.source': 'Name of the source in the settings',
  'publicSource.requestsLastHour': 'Number of requests sent to it in the last hour',
  'publicSource.latencyMs': 'Response time of the newest request, in milliseconds; null before the first',
  'publicSource.lastError': 'Why the newest request failed; null if it succeeded',
  'publicSource.paused': 'When it was paused and by whom; null if it is not paused',
  'publicSource.paused.by': 'Who paused it',
  'publicSource.paused.since': 'When requests to it were paused',
  satelliteOnly: 'For All Clear: whether it is proven only by a satellite, which misses some flashes',
  satellite:
    'Whether satellites cover the location, and whether an administrator has accepted satellites as the only proof of All Clear',
  'getSatelliteAcceptance.words': 'Exact text to accept',
  'getSatelliteAcceptance.accepted':
    'Who accepted satellites as the only proof of All Clear, and when; null if not accepted',
  'getSatelliteAcceptance.accepted.by': 'Who accepted it',
  'getSatelliteAcceptance.accepted.at': 'When it was accepted',
  'getSatelliteAcceptance.accepted.words': 'Text that was accepted at that time',
  'acceptSatellite.words': 'Exact text to accept',
  'acceptSatellite.accepted':
    'Who accepted satellites as the only proof of All Clear, and when; null if not accepted',
  'acceptSatellite.accepted.by': 'Who accepted it',
  'acceptSatellite.accepted.at': 'When it was accepted',
  'acceptSatellite.accepted.words': 'Text that was accepted at that time',
  wholeOrganizationLocation:
    'Whether it applies to every dashboard, siren and widget at this organization location',
  'acceptSatellite.accept': 'true to accept, false to withdraw acceptance',
  'getWeatherSources.kind': 'Kind of data',
  'getWeatherSources.sources': 'Sources of this data. If empty, it is Unknown everywhere',
  'getWeatherSources.sources.name': 'Name of the source',
  'getWeatherSources.sources.simulated': 'Whether it is the simulated source',
  'getWeatherSources.sources.area': 'Description of the area in which it detects everything',
  'getWeatherSources.sources.license': 'Attribution that its owner requires; null if none',
  'getWeatherSources.sources.provesAbsence':
    'Whether the absence of reports from it proves that nothing is there',
  'pauseSource.source': 'Name of the source in the settings',
  'pauseSource.paused': 'true to stop sending requests to it, false to resume',
  Service: "Short name of the weather service: 'NWS', or 'ECCC' in Canada",
}
