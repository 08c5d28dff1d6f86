import { BarMenu } from './BarMenu.tsx'
import menu from './BarMenu.module.css'
import classes from './TopBar.module.css'
import { useSupport } from '#web/data/people/customers.ts'
import { IconBolt, IconHelpCircle, IconMail, IconPhone } from '@tabler/icons-react'

/** The weather service's advice on what to do. Skywarden itself shows only when to do it. */
const lightningSafety = 'https://www.weather.gov/safety/lightning'

/** A menu of help links: the support contacts of this deployment, if configured, and lightning safety. */
export function HelpMenu() {
  const { data: support } = useSupport()
  return (
    <BarMenu
      className={classes.button}
      label="Help"
      button={<IconHelpCircle size={20} stroke={1.75} aria-hidden />}
    >
      {support && (
        <a
          role="menuitem"
          tabIndex={-1}
          className={menu.item}
          href={support.helpUrl}
          target="_blank"
          rel="noreferrer noopener"
        >
          <IconHelpCircle size={18} stroke={1.75} aria-hidden />
          Help center
        </a>
      )}
      {support?.email && (
        <a role="menuitem" tabIndex={-1} className={menu.item} href={`mailto:${support.email}`}>
          <IconMail size={18} stroke={1.75} aria-hidden />
          {support.email}
        </a>
      )}
      {support?.phone && (
        <a
          role="menuitem"
          tabIndex={-1}
          className={menu.item}
          href={`tel:${support.phone.replace(/[^+\d]/g, '')}`}
        >
          <IconPhone size={18} stroke={1.75} aria-hidden />
          {support.phone}
        </a>
      )}
      <a
        role="menuitem"
        tabIndex={-1}
        className={menu.item}
        href={lightningSafety}
        target="_blank"
        rel="noreferrer noopener"
      >
        <IconBolt size={18} stroke={1.75} aria-hidden />
        Lightning safety (weather.gov)
      </a>
    </BarMenu>
  )
}
