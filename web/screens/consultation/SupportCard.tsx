import classes from './Consultation.module.css'
import { useSupport } from '#web/data/customers.ts'
import { Card } from '#web/parts/Card.tsx'
import { IconMail, IconPhone } from '@tabler/icons-react'

/** Other ways to get help, as far as this house has any. */
export function SupportCard() {
  const { data } = useSupport()
  if (!data || (data.email === null && data.phone === null)) return null
  return (
    <Card title="Other ways to get help">
      <ul className={classes.links}>
        {data.email !== null && (
          <li>
            <IconMail size={18} stroke={1.75} aria-hidden />
            <a href={`mailto:${data.email}`}>{data.email}</a>
          </li>
        )}
        {data.phone !== null && (
          <li>
            <IconPhone size={18} stroke={1.75} aria-hidden />
            <a href={`tel:${data.phone.replaceAll(/[^\d+]/g, '')}`}>{data.phone}</a>
          </li>
        )}
      </ul>
    </Card>
  )
}
