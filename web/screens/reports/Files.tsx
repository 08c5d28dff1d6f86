import classes from './Reports.module.css'
import type { Report } from '#contract/messages/reports'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

/** Links to a report's table and document, once they exist. */
export function Files({ report }: { report: Report }) {
  const { name, csvUrl, pdfUrl } = report
  return (
    <span className={classes.files}>
      {csvUrl !== null && <FileLink address={csvUrl} kind="CSV" name={name} />}
      {pdfUrl !== null && <FileLink address={pdfUrl} kind="PDF" name={name} />}
      {csvUrl === null && pdfUrl === null && <span className={classes.dim}>--</span>}
    </span>
  )
}

function FileLink({ address, kind, name }: { address: string; kind: 'CSV' | 'PDF'; name: string }) {
  return (
    <Button
      component="a"
      href={address}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`Download ${kind} of ${name}`}
    >
      {kind}
    </Button>
  )
}
