/** Descriptions of fields for requesting past weather. */
export const meaningsOfReports: Readonly<Record<string, string>> = {
  'getCurrentObservation.id': 'Weather station ID',
  isPublic: 'Whether the station’s page is visible without signing in',
  'exportHistory.interval': 'Daily or Hourly',
  Requestor: 'User ID of the caller',
  Name: 'Name of the report in lists and in the email',
  Recipients: 'IDs of the users who receive the report. The requester always receives it',
  ReportTypes: 'Always [0]',
  FileFormats: 'Always [0]: a CSV file and a PDF with charts',
  UnitType: 'Always 0: °F, mph and inches',
  DataInterval:
    'Minutes per row: 15 for up to 14 days, 30 for up to 31, 60 for up to 92 and 1440 for up to 1825',
  Filters: 'What the report covers',
  HardwareIds: 'The `hardwareId` of each station, from the list of weather stations',
  ObservationTypes: 'Metrics (avg, max, min, sum) of each observation type',
  TimeFilter: 'Time range, in each station’s local time',
  StartDate: 'First day',
  EndDate: 'Last day, inclusive',
  StartTimeOfDay: 'Start time on each day, in steps of 15 minutes; null for the whole day',
  EndTimeOfDay:
    'End time. May be earlier than the start for a night shift, which belongs to the day on which it starts',
  DaysOfWeek: 'Days of the week; 0 is Sunday',
  // Evidence
  'delayEvidence.entries': 'Number of entries. A file with fewer entries has been truncated',
  seal: 'Signature over the last hash, made with the server’s key, so no one else can seal a different chain',
  'generateReport.recipients': 'People who receive the report by email',
  'listReports.recipients': 'People who receive the report by email',
}
