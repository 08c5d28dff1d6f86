import classes from '#web/screens/welcome/Welcome.module.css'
import type { WirePolicy } from '#contract/places/policies'
import { thresholdWords } from '#domain/policies/policy'
import { policyTypeOf } from '#domain/policies/policy-types'
import { Link } from 'react-router'

const mostShown = 6

/** Lists the policies in force, each with its standard. */
export function FollowedPolicies({ policies }: { policies: readonly WirePolicy[] }) {
  const more = policies.length - mostShown
  return (
    <ul className={classes.list}>
      {policies.slice(0, mostShown).map(({ id, policyTypeShortName, threshold, standard }) => (
        <li key={id}>
          {policyTypeOf(policyTypeShortName).displayName} at {thresholdWords(policyTypeShortName, threshold)}
          {standard && <span className={classes.text}> {standard.name}</span>}
        </li>
      ))}
      <li>
        <Link to="/Policies">{more > 0 ? `And ${more} more: see Policies` : 'See Policies'}</Link>
      </li>
    </ul>
  )
}
