import classes from './Consultation.module.css'
import { useSupport } from '#web/data/people/customers.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { IconBuildingBroadcastTower, IconHelpCircle, IconMail, IconPhone } from '@tabler/icons-react'

/** Lists other ways to get help: always help pages, plus an email address and a phone number if they are configured. */
export function SupportCard() {
  const { data } = useSupport()
  if (!data) return null
  return (
    <Card title="Other ways to get help">
      <ul className={classes.links}>
        <li>
          <IconHelpCircle size={18} stroke={1.75} aria-hidden />
          <a href={data.helpUrl} target="_blank" rel="noreferrer noopener">
            Help center
          </a>
        </li>
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
        <li>
          <IconBuildingBroadcastTower size={18} stroke={1.75} aria-hidden />
          <a href={data.hardwareUrl} target="_blank" rel="noreferrer noopener">
            Hardware information
          </a>
        </li>
      </ul>
    </Card>
  )
}
