/** What fields mean that ask for past weather. */
export const meaningsOfReports: Readonly<Record<string, string>> = {
  'getCurrentObservation.id': 'Id of a weather station',
  isPublic: 'Whether the page of the station is open to people who are not signed in',
  'exportHistory.interval': 'Daily or Hourly',
  Requestor: 'Id of the person who asks: the caller',
  Name: 'What the report is called, in lists and in the e-mail',
  Recipients: 'Ids of the people whom it is sent to; the requestor always gets it',
  ReportTypes: 'Always [0]',
  FileFormats: 'Always [0]: a CSV file and a PDF with charts',
  UnitType: 'Always 0: °F, mph and inches',
  DataInterval:
    'Minutes that one row tells of: 15 for at most 14 days, 30 for 31, 60 for 92 and 1440 for 1825',
  Filters: 'What the report tells of',
  HardwareIds: 'The `hardwareId` of each station, from the list of weather stations',
  ObservationTypes: 'Which metrics (avg, max, min, sum) of which observations',
  TimeFilter: 'Which part of the time, by the clocks and the calendar of each station',
  StartDate: 'First day',
  EndDate: 'Last day, itself included',
  StartTimeOfDay: 'From when on each day, in steps of 15 minutes; null for the whole day',
  EndTimeOfDay:
    'Until when; earlier than the start for a night shift, whose hours belong to the day on which it began',
  DaysOfWeek: 'Days of the week: 0 is Sunday',
  // Evidence
  'delayEvidence.entries': 'How many entries there are: a file with fewer was cut',
  seal: 'Made with the key of the server over the last hash: nobody else can seal another chain',
}
