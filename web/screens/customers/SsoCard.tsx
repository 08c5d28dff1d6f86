import classes from './Customers.module.css'
import { Button } from '@mantine/core'
import { IconLogin } from '@tabler/icons-react'
import { Link } from 'react-router'

/** A link to a customer's single sign-on, where staff confirm email domains. */
export function SsoCard({ customerId }: { customerId: number }) {
  return (
    <section className={classes.banner} aria-label="Single Sign-On">
      <IconLogin size={20} aria-hidden />
      <p className={classes.none}>
        Single sign-on: confirm email domains, or see whose sign-in was rejected.
      </p>
      <Button
        component={Link}
        to={`/Integrations/SSO?customer=${customerId}`}
        variant="subtle"
        size="compact-sm"
      >
        Manage single sign-on
      </Button>
    </section>
  )
}
