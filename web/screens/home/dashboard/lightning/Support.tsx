import classes from './StatePanel.module.css'
import { useSupport } from '#web/data/people/customers.ts'

/** Tells people whom to contact if the state stays unavailable. */
export function SupportLine() {
  const { data } = useSupport()
  const { email = null, phone = null } = data ?? {}
  if (email === null && phone === null) {
    return <p className={classes.support}>If this continues, contact your administrator.</p>
  }
  return (
    <p className={classes.support}>
      If this continues, contact support: {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {email !== null && phone !== null && ' or '}
      {phone !== null && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
    </p>
  )
}
