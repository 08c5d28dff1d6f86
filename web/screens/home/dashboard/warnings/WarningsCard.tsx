import { Panel } from './Panel.tsx'
import { selectedTab, tabAfter, tabsOf, warningsAnchor, type Tab } from './tabs.ts'
import classes from './Warnings.module.css'
import { WarningTab } from './WarningTab.tsx'
import type { Location } from '#contract/places/locations'
import { useAdvisories } from '#web/data/weather/advisories.ts'
import { asking, type Stream } from '#web/data/requests/asking.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useProactiveForecasts } from '#web/data/weather/forecasts.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { useWarnings } from '#web/data/policies/warnings.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'

interface WarningsCardProps {
  location: Location
  stream: Stream
}

const isInDelay = ({ worst }: LiveLocation) => worst.show === 'Delay'

/** Shows every warning at a place. Hidden if there are none, but not while that is unknown. */
export function WarningsCard({ location, stream }: WarningsCardProps) {
  const id = useId()
  const warnings = useWarnings(location.id, asking[stream])
  const advisories = useAdvisories(location.id, asking[stream])
  const forecasts = useProactiveForecasts(location.id, asking[stream])
  const [isOpen, setOpen] = useState(false)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const tablist = useRef<HTMLDivElement>(null)

  const isDelayed = usePlace(location, isInDelay)
  const tabs = tabsOf(isDelayed, warnings.data ?? [], advisories.data ?? [], forecasts.data ?? [])
  const selected = selectedTab(tabs, chosenKey)
  const failure = warnings.error ?? forecasts.error
  if (!selected && !failure && !advisories.isError) return null

  function choose(tab: Tab) {
    setChosenKey(tab.key)
    setOpen(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = selected && tabAfter(tabs, selected, event.key)
    if (!next) return
    event.preventDefault()
    choose(next)
    const index = tabs.indexOf(next)
    tablist.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  const retry = () => {
    for (const asked of [warnings, advisories, forecasts]) if (asked.isError) void asked.refetch()
  }

  return (
    <section
      id={warningsAnchor}
      className={classes.card}
      aria-labelledby={`${id}-title`}
      data-open={isOpen || undefined}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {selected ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-panel`}
            onClick={() => setOpen(!isOpen)}
          >
            Active Warnings for {location.label}
            <span className={classes.count} aria-hidden="true">
              {tabs.length}
            </span>
            <IconChevronDown className={classes.chevron} size={20} aria-hidden />
          </button>
        ) : (
          `Active Warnings for ${location.label}`
        )}
      </h2>
      {(failure || advisories.isError) && (
        <div className={classes.notes}>
          {failure && (
            <ErrorNote
              title="Uh oh, there's an issue displaying your alerts. We're working on it!"
              text={`${plainReason(failure)} There may be warnings that are not shown here.`}
              onRetry={retry}
            />
          )}
          {advisories.isError && (
            <WarningNote
              title="Weather-service alerts are currently unknown"
              text="There may be alerts that are not shown here. Check weather.gov or listen to a weather radio."
              action={
                <Button variant="default" size="xs" onClick={retry}>
                  Try again
                </Button>
              }
            />
          )}
        </div>
      )}
      {selected && (
        <>
          <div
            ref={tablist}
            className={classes.tabs}
            role="tablist"
            aria-label="Warnings"
            tabIndex={-1}
            onKeyDown={onKeyDown}
          >
            {tabs.map(tab => (
              <WarningTab
                key={tab.key}
                location={location}
                tab={tab}
                isSelected={tab === selected}
                panelId={`${id}-panel`}
                onChoose={() => choose(tab)}
              />
            ))}
          </div>
          <div
            id={`${id}-panel`}
            className={classes.panel}
            role="tabpanel"
            aria-label={selected.label}
            tabIndex={0}
            hidden={!isOpen}
          >
            {isOpen && <Panel location={location} tab={selected} />}
          </div>
        </>
      )}
    </section>
  )
}
