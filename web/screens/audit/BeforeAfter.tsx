import classes from './Audit.module.css'
import type { AuditLine } from '#contract/people/customers'

export function BeforeAfter({ entry }: { entry: AuditLine }) {
  if (!isRecorded(entry.before) && !isRecorded(entry.after)) {
    return <p className={classes.none}>No values were recorded with this entry.</p>
  }
  return (
    <div className={classes.sides}>
      <Side heading="Before" value={entry.before} />
      <Side heading="After" value={entry.after} />
    </div>
  )
}

function isRecorded(value: unknown): boolean {
  return value !== null && value !== undefined
}

function Side({ heading, value }: { heading: string; value: unknown }) {
  return (
    <div>
      <h2>{heading}</h2>
      <pre className={classes.json}>
        {isRecorded(value) ? JSON.stringify(value, undefined, 2) : 'nothing recorded'}
      </pre>
    </div>
  )
}
