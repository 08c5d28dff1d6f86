import classes from './Instruments.module.css'
import { shownMeasure, valueName } from './measure-text.ts'
import type { Instrument } from '#contract/devices/instruments'
import { IconAlertTriangle } from '@tabler/icons-react'

type Values = NonNullable<Instrument['received']>['values']

/** Shows the values of the last message: as sent, as used, and why some are not used. */
export function ValueTable({ values }: { values: Values }) {
  return (
    <table className={classes.values}>
      <caption className="visually-hidden">Values of the last message</caption>
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">As sent</th>
          <th scope="col">Counts as</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ measure, sent, value, isCorrected, doubt, caution }) => (
          <tr key={measure} data-doubtful={doubt !== null || undefined}>
            <th scope="row">
              {valueName(measure)}
              {(doubt ?? caution) && (
                <span className={classes.doubt}>
                  <IconAlertTriangle size={14} aria-hidden />
                  <span>
                    {doubt === null ? 'Please check.' : 'Doubtful.'} {doubt ?? caution}
                  </span>
                </span>
              )}
            </th>
            <td>{shownMeasure(measure, sent)}</td>
            <td>
              {doubt !== null ? (
                'Not used'
              ) : isCorrected ? (
                <>
                  {shownMeasure(measure, value)} <span className={classes.dim}>corrected</span>
                </>
              ) : (
                <span className={classes.dim}>as sent</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
