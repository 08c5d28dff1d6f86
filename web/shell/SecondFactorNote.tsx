import classes from './Banner.module.css'
import { IconShieldLock } from '@tabler/icons-react'
import { Link } from 'react-router'

/** Tells an administrator that their rights are suspended until they set up two-step verification. */
export function SecondFactorNote() {
  return (
    <section className={classes.customer} aria-label="Two-step verification">
      <IconShieldLock size={20} aria-hidden />
      <div className={classes.text}>
        <strong>Your organization requires two-step verification.</strong> You see weather and alerts;{' '}
        <Link to="/Profile">set it up</Link> to use your administrator rights again.
      </div>
    </section>
  )
}
