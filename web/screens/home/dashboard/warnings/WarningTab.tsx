import type { Tab } from './tabs.ts'
import classes from './Warnings.module.css'
import { WarningCountdown } from './WarningCountdown.tsx'
import type { Location } from '#contract/places/locations'
import {
  IconAlertTriangle,
  IconBoltFilled,
  IconUrgent,
  IconMessageReport,
  type Icon,
} from '@tabler/icons-react'

const icons: Readonly<Record<Tab['kind'], Icon>> = {
  delay: IconBoltFilled,
  policy: IconAlertTriangle,
  advisory: IconUrgent,
  forecast: IconMessageReport,
}

interface WarningTabProps {
  location: Location
  tab: Tab
  isSelected: boolean
  panelId: string
  onChoose: () => void
}

export function WarningTab({ location, tab, isSelected, panelId, onChoose }: WarningTabProps) {
  const TabIcon = icons[tab.kind]
  return (
    <button
      type="button"
      role="tab"
      className={classes.tab}
      data-kind={tab.kind}
      aria-selected={isSelected}
      aria-controls={panelId}
      tabIndex={isSelected ? 0 : -1}
      onClick={onChoose}
    >
      <TabIcon size={16} aria-hidden />
      {tab.label}
      {tab.kind === 'policy' && tab.warnings.every(({ allClearTime }) => allClearTime !== null) && (
        <WarningCountdown location={location} warnings={tab.warnings} />
      )}
    </button>
  )
}
