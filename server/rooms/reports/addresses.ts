import { fillPath } from '#contract/call'
import { reportCsv, reportPdf } from '#contract/messages/reports'
import { createAddressKeys } from '#server/platform/address-keys'
import { dayMs, minuteMs, secondMs } from '#server/platform/clock'
import type { ReportFormat } from './store/reports.ts'

const linkLife = { leastMs: 7 * dayMs, endTogetherMs: minuteMs }
const callOf = { csv: reportCsv, pdf: reportPdf }

export interface ReportAddresses {
  /** Returns a file's URL, valid for a few hours. */
  addressOf(id: number, format: ReportFormat, now: Date): string
  /** Returns a file's URL for an email: valid for days, with its expiry. */
  linkOf(id: number, format: ReportFormat, now: Date): { readonly path: string; readonly until: Date }
  check(
    id: number,
    format: ReportFormat,
    shown: { readonly expires: string; readonly key: string },
    now: Date,
  ): void
}

export function createReportAddresses(secret: Buffer): ReportAddresses {
  const keys = createAddressKeys(secret, 'report', 'Open Reports in Skywarden for a new one.')
  const subjectOf = (id: number, format: ReportFormat) => `${format} ${id}`
  const pathOf = (id: number, format: ReportFormat, key: ReturnType<typeof keys.keyFor>) =>
    `${fillPath(callOf[format].path, { id })}?${new URLSearchParams(key).toString()}`

  return {
    addressOf: (id, format, now) => pathOf(id, format, keys.keyFor(subjectOf(id, format), now)),
    linkOf(id, format, now) {
      const key = keys.keyFor(subjectOf(id, format), now, linkLife)
      return { path: pathOf(id, format, key), until: new Date(Number(key.expires) * secondMs) }
    },
    check: (id, format, shown, now) => keys.check(subjectOf(id, format), shown, now),
  }
}
