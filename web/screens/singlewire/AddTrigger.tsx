import classes from './Singlewire.module.css'
import type { InformacastConnection } from '#contract/messages/informacast'
import { plainReason } from '#web/data/requests/failures.ts'
import { useGroups } from '#web/data/people/groups.ts'
import {
  useAddScenarioMapping,
  useSinglewireScenarios,
  useSinglewireSites,
} from '#web/data/messages/informacast.ts'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Select } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

interface Item {
  readonly id: number | string
  readonly name: string
}
const choicesOf = (items: readonly Item[] | undefined) =>
  items?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []

interface ChooserProps {
  label: string
  items: readonly Item[] | undefined
  value: string | null
  onChange: (value: string | null) => void
  autofocus?: boolean
}

function Chooser({ label, items, value, onChange, autofocus = false }: ChooserProps) {
  return (
    <Select
      label={label}
      searchable
      placeholder={items ? 'Choose' : 'Loading...'}
      disabled={!items}
      nothingFoundMessage="Nothing found"
      data={choicesOf(items)}
      value={value}
      onChange={onChange}
      {...(autofocus && { 'data-autofocus': true })}
    />
  )
}

const nameOf = (items: readonly Item[] | undefined, id: string | null) =>
  items?.find(item => String(item.id) === id)?.name ?? ''

export function AddTrigger({
  connection,
  onClose,
}: {
  connection: InformacastConnection
  onClose: () => void
}) {
  const { customerId } = connection
  const groups = useGroups()
  const locations = useOrganizationLocations()
  const scenarios = useSinglewireScenarios(customerId)
  const sites = useSinglewireSites(customerId)
  const add = useAddScenarioMapping()
  const toast = useToast()
  const [group, setGroup] = useState<string | null>(null)
  const [location, setLocation] = useState<string | null>(null)
  const [scenario, setScenario] = useState<string | null>(null)
  const [site, setSite] = useState<string | null>(null)
  const attempts = useAttempts(() => ({ header: 'Error saving scenario', text: 'Please try again later' }))
  const names = {
    group: nameOf(groups.data, group),
    location: nameOf(locations.data, location),
    scenario: nameOf(scenarios.data, scenario),
    site: nameOf(sites.data, site),
  }
  const isWhole = Object.values(names).every(name => name !== '')
  const failed = [groups, locations, scenarios, sites].find(({ isError }) => isError)

  function save() {
    return attempts.attempt(async () => {
      await add.mutateAsync({
        integrationConfigId: connection.id,
        organizationLocationId: Number(location),
        policyGroupId: Number(group),
        singlewireSiteId: site ?? '',
        singlewireScenarioId: scenario ?? '',
      })
      toast({ variant: 'success', header: 'Singlewire notification scenario saved' })
      onClose()
    })
  }

  return (
    <EntryDialog
      title="Add Scenario Trigger"
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit="Save"
      isBusy={attempts.isRunning}
      isBlocked={!isWhole}
      onSubmit={() => void save()}
    >
      {failed && (
        <ErrorNote
          title="The choices could not be loaded"
          text={plainReason(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      <Chooser label="Policy Group" items={groups.data} value={group} onChange={setGroup} autofocus />
      <Chooser label="At Location" items={locations.data} value={location} onChange={setLocation} />
      <Chooser label="Scenario" items={scenarios.data} value={scenario} onChange={setScenario} />
      <Chooser label="At Site" items={sites.data} value={site} onChange={setSite} />
      {isWhole && (
        <p className={classes.summary} role="status">
          {`When Policy Group ${names.group} is triggered at ${names.location} → Trigger Scenario ${names.scenario} at site ${names.site}`}
        </p>
      )}
    </EntryDialog>
  )
}
