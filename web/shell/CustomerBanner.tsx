import classes from './Banner.module.css'
import { useBanner } from '#web/data/people/customers.ts'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { IconInfoCircle } from '@tabler/icons-react'

/** Few customers have a banner, so its code is loaded only when there is one. */
const SafeHtml = fetchedPart(() => import('#web/parts/page/SafeHtml.tsx').then(file => file.SafeHtml))

/** Shows the provider's message to everyone at one customer, with the little HTML that is allowed. */
export function CustomerBanner({ customerId }: { customerId: number }) {
  const { data: banner } = useBanner(customerId)
  if (!banner) return null
  return (
    <section className={classes.customer} aria-label="Message to your organization">
      <IconInfoCircle size={20} aria-hidden />
      <div className={classes.text}>
        <SafeHtml html={banner} />
      </div>
    </section>
  )
}
