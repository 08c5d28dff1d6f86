import classes from './Banner.module.css'
import { useBanner } from '#web/data/customers.ts'
import { IconInfoCircle } from '@tabler/icons-react'

/** What the provider tells everyone of one customer. Always text, never markup. */
export function CustomerBanner({ customerId }: { customerId: number }) {
  const { data: banner } = useBanner(customerId)
  if (!banner) return null
  return (
    <section className={classes.customer} aria-label="Message to your organization">
      <IconInfoCircle size={20} aria-hidden />
      <p>{banner}</p>
    </section>
  )
}
