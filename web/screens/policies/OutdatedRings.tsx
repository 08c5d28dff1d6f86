import classes from './OutdatedRings.module.css'
import { useOutdatedRings } from '#web/data/policies/policies.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'

/** Lists people whose rings still use settings from before the lightning policies. Hidden if there are none. */
export function OutdatedRings() {
  const { data: outdated = [] } = useOutdatedRings()
  if (outdated.length === 0) return null
  const isOne = outdated.length === 1
  return (
    <div className={classes.outdated}>
      <WarningNote
        title={`${outdated.length} ${isOne ? 'location has' : 'locations have'} rings that predate your lightning policies`}
        text={`Until ${isOne ? 'it is' : 'they are'} saved again, the larger radius and the longer all-clear time apply there. Ask these people to open the location and save it.`}
      />
      <details className={classes.names}>
        <summary>Show {isOne ? 'the location' : 'the locations'}</summary>
        <ul>
          {outdated.map(({ locationId, label, fullName }) => (
            <li key={locationId}>
              <strong>{label}</strong> {fullName}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
