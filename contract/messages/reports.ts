import {
  metricLabels,
  mostStations,
  reportIntervals,
  reportObservationNames,
  type Metric,
} from '#domain/reports/report'
import { call } from '#contract/call'
import { fileReply, idNumber, idText, instant, line, personId } from '#contract/shapes'
import * as z from 'zod/mini'

const mayReport = { permissions: ['historical_report.access'] } as const

const dataInterval = z.literal(
  reportIntervals.map(({ minutes }) => minutes),
  'must be 15, 30, 60 or 1440',
)
const metrics = z
  .array(z.enum(Object.keys(metricLabels) as Metric[], 'must be avg, max, min or sum'))
  .check(z.minLength(1, 'must name a metric'))
const timeOfDay = z.nullable(z.string().check(z.regex(/^\d\d:\d\d:\d\d$/, 'must be a time as HH:mm:ss')))

/** Defined by the specification: types, formats and units have one value each, and every report is a CSV and a PDF. */
export const reportRequest = z.strictObject({
  Requestor: personId,
  Name: line(120),
  /** Limited to people the caller can reach; the caller is always included. */
  Recipients: z.array(personId).check(z.maxLength(500, 'must have at most 500 entries')),
  ReportTypes: z.tuple([z.literal(0)]),
  FileFormats: z.tuple([z.literal(0)]),
  UnitType: z.literal(0),
  DataInterval: dataInterval,
  Filters: z.strictObject({
    HardwareIds: z
      .array(line(200))
      .check(
        z.minLength(1, 'must name a station'),
        z.maxLength(mostStations, `must name at most ${mostStations} stations`),
      ),
    ObservationTypes: z.partialRecord(z.enum(reportObservationNames, 'is not an observation'), metrics),
    TimeFilter: z.strictObject({
      StartDate: z.iso.date('must be a date'),
      EndDate: z.iso.date('must be a date'),
      StartTimeOfDay: timeOfDay,
      EndTimeOfDay: timeOfDay,
      DaysOfWeek: z
        .array(z.literal([0, 1, 2, 3, 4, 5, 6], 'must be from 0, Sunday, to 6'))
        .check(z.minLength(1, 'must name a day')),
    }),
  }),
})
export type ReportRequest = z.output<typeof reportRequest>

const reportPerson = z.object({ id: personId, fullName: z.string() })

export const report = z.object({
  id: idNumber,
  name: z.string(),
  state: z.enum(['Waiting', 'Building', 'Ready', 'Failed']),
  /** Percent built. */
  progress: z.number(),
  /** Why the report failed; null if it has not failed. */
  because: z.nullable(z.string()),
  requestedAt: instant,
  requestedBy: reportPerson,
  /** Whether the caller requested the report. */
  isOwn: z.boolean(),
  finishedAt: z.nullable(instant),
  /** When the report's files are deleted. */
  expiresAt: z.nullable(instant),
  stations: z.array(z.string()),
  dataInterval,
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  recipients: z.array(reportPerson),
  rowCount: z.nullable(z.number()),
  /**
   * URL from which a browser downloads the report's files, valid for a few hours; null before they are ready and after
   * deletion.
   */
  csvUrl: z.nullable(z.string()),
  pdfUrl: z.nullable(z.string()),
})
export type Report = z.output<typeof report>

export const generateReport = call({
  name: 'generateReport',
  summary: 'Request a report of past weather, built in the background and sent to people',
  method: 'POST',
  path: '/api/reports/generate',
  who: mayReport,
  body: reportRequest,
  reply: report,
})

export const listReports = call({
  name: 'listReports',
  summary: 'List the reports that the caller requested or received, newest first',
  method: 'GET',
  path: '/api/reports',
  who: 'signed-in',
  reply: z.array(report),
})

export const deleteReport = call({
  name: 'deleteReport',
  summary: 'Delete one of your reports and its files; a report in progress is canceled',
  method: 'DELETE',
  path: '/api/reports/{id}',
  who: mayReport,
  params: z.strictObject({ id: idText }),
  reply: z.null(),
})

export const listReportRecipients = call({
  name: 'listReportRecipients',
  summary: 'List the people that the caller can send a report to, by user group',
  method: 'GET',
  path: '/api/reports/Recipients',
  who: mayReport,
  reply: z.array(z.object({ siteId: idNumber, siteName: z.string(), users: z.array(reportPerson) })),
})

/** Downloads use a URL that contains a key, as found in emails and in the list of reports. */
const byAddress = {
  method: 'GET',
  who: 'anyone',
  machines: true,
  params: z.strictObject({ id: idText }),
  query: z.strictObject({
    expires: z.string().check(z.regex(/^\d{1,12}$/, 'must be a whole number')),
    key: z.string(),
  }),
  reply: fileReply,
} as const

export const reportCsv = call({
  ...byAddress,
  name: 'reportCsv',
  summary: 'Get a report as CSV, by its signed address',
  path: '/api/reports/Csv/{id}',
  file: 'text/csv',
})

export const reportPdf = call({
  ...byAddress,
  name: 'reportPdf',
  summary: 'Get a report as a PDF with charts, by its signed address',
  path: '/api/reports/Pdf/{id}',
  file: 'application/pdf',
})
