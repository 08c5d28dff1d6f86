import { ActivityDialog } from './ActivityDialog.tsx'
import { BulkTest } from './BulkTest.tsx'
import { askedDialog, dialogOption } from './dialog-option.ts'
import classes from './Hardware.module.css'
import { HardwareCard } from './HardwareCard.tsx'
import { cardsPerPage, shownUnits, views, type HardwareView } from './hardware-search.ts'
import { hasSiren } from './hardware-text.ts'
import { InvalidOption } from './InvalidOption.tsx'
import { NoHardware } from './NoHardware.tsx'
import { PaDialog } from './pa/PaDialog.tsx'
import { PublicPageDialog } from './public-page/PublicPageDialog.tsx'
import { RelayDialog } from './RelayDialog.tsx'
import { SirenDialog } from './siren/SirenDialog.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'
import { startLabels, testKinds } from './test-text.ts'
import { testIcons } from './UnitTest.tsx'
import type { Hardware as Unit } from '#contract/devices/hardware'
import { listDevices } from '#contract/devices/device-register'
import { sendPaMessage } from '#contract/devices/public-address'
import { may } from '#domain/access/may'
import { effectiveRole } from '#domain/access/roles'
import type { TestKind } from '#domain/hardware/siren-settings'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useHardware, useSirens, type SwitchAct, type SwitchedPart } from '#web/data/devices/hardware.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ChoiceMenu } from '#web/parts/fields/ChoiceMenu.tsx'
import { CardPager } from '#web/parts/tables/CardPager.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { pageWithin } from '#web/parts/tables/table-model.ts'
import { Button } from '@mantine/core'
import { IconSearch, IconSearchOff, IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

const Instruments = fetchedPart(() => import('./instruments/Instruments.tsx').then(file => file.Instruments))
const Devices = fetchedPart(() => import('./devices/Devices.tsx').then(file => file.Devices))

type Opened =
  | { readonly kind: 'pa' }
  | { readonly kind: 'edit' | 'relays' | 'activity' | 'page'; readonly unit: Unit }
  | { readonly kind: 'switch'; readonly unit: Unit; readonly part: SwitchedPart; readonly act: SwitchAct }
  | { readonly kind: 'bulk'; readonly test: TestKind; readonly ids: ReadonlySet<number> }

/** Shows sirens and weather stations with their health, their activity, and all actions. */
export function Hardware() {
  const me = useMe()
  useStream() // so that a siren that starts to sound is shown immediately
  const hardware = useHardware()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const [search, setSearch] = useSearchParams()
  const forgetOption = () =>
    setSearch(
      before => {
        before.delete(dialogOption)
        return before
      },
      { replace: true },
    )
  const holder = { role: effectiveRole(me.roleName), permissions: me.permissions }
  const maySpeak = may(holder, sendPaMessage.who)
  const asked = askedDialog(search.get(dialogOption), { maySpeak })
  const units = hardware.data
  return (
    <>
      <PageHeader
        title="On-Site Hardware"
        sub="Sirens and weather stations of your organization"
        actions={
          maySpeak && (
            <>
              <Button component={Link} to="/PAStoredMessages" variant="default">
                Stored PA Messages
              </Button>
              <Button
                leftSection={<IconVolume size={16} aria-hidden />}
                onClick={() => setOpened({ kind: 'pa' })}
              >
                Send PA Message
              </Button>
            </>
          )
        }
      />
      {hardware.isError && (
        <ErrorNote
          title="Failed To Get Hardware"
          text={plainReason(hardware.error)}
          onRetry={() => void hardware.refetch()}
        />
      )}
      {units?.length === 0 && <NoHardware />}
      {!units && !hardware.isError && <Waiting />}
      {units && units.length > 0 && <UnitList units={units} opened={opened} onOpen={setOpened} />}
      <Instruments holder={holder} />
      {may(holder, listDevices.who) && <Devices />}
      {opened?.kind === 'pa' && <PaDialog onClose={close} />}
      {asked === 'pa' && <PaDialog onClose={forgetOption} />}
      {asked === 'unknown' && <InvalidOption onClose={forgetOption} />}
      {opened?.kind === 'edit' && <SirenDialog unit={opened.unit} onClose={close} />}
      {opened?.kind === 'relays' && <RelayDialog unit={opened.unit} onClose={close} />}
      {opened?.kind === 'activity' && <ActivityDialog unit={opened.unit} onClose={close} />}
      {opened?.kind === 'switch' && (
        <SwitchDialog unit={opened.unit} part={opened.part} act={opened.act} onClose={close} />
      )}
    </>
  )
}

function Waiting() {
  return (
    <div className={classes.grid} aria-busy="true">
      <div className={classes.waiting} />
      <div className={classes.waiting} />
      <div className={classes.waiting} />
    </div>
  )
}

interface UnitListProps {
  units: readonly Unit[]
  opened: Opened | undefined
  onOpen: (opened: Opened | undefined) => void
}

function UnitList({ units, opened, onOpen }: UnitListProps) {
  const { data: sirens = [] } = useSirens()
  const nowMs = useServerNowMs()
  const [term, setTerm] = useState('')
  const [view, setView] = useState<HardwareView>('All')
  const [wantedPage, setPage] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const shown = shownUnits(units, term, view)
  const { pageIndex } = pageWithin({ pageIndex: wantedPage, pageSize: cardsPerPage }, shown.length)
  // Units hidden by a search are not tested with the others, because people cannot see whether they are included.
  const chosen = new Set(shown.filter(unit => hasSiren(unit) && selected.has(unit.id)).map(({ id }) => id))
  const select = (id: number, isSelected: boolean) =>
    setSelected(before => (isSelected ? before.union(new Set([id])) : before.difference(new Set([id]))))

  return (
    <>
      <div className={classes.tools}>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          aria-label="Search"
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={term}
          onChange={event => setTerm(event.currentTarget.value)}
        />
        <PlainSelect
          aria-label="View"
          value={view}
          onChange={({ target }) => setView(views.find(each => each === target.value) ?? 'All')}
        >
          {views.map(each => (
            <option key={each}>{each}</option>
          ))}
        </PlainSelect>
        <ChoiceMenu
          disabled={chosen.size < 2}
          choices={testKinds.map(test => ({
            label: startLabels[test],
            icon: testIcons[test],
            onChoose: () => onOpen({ kind: 'bulk', test, ids: chosen }),
          }))}
        >
          {`Bulk Actions (${chosen.size})`}
        </ChoiceMenu>
      </div>
      {shown.length === 0 ? (
        <Card>
          <EmptyState
            icon={<IconSearchOff size={32} stroke={1.5} aria-hidden />}
            title="No matching hardware"
            text="Try another search, or show all."
          />
        </Card>
      ) : (
        <div className={classes.grid}>
          {shown.slice(pageIndex * cardsPerPage, (pageIndex + 1) * cardsPerPage).map(unit => (
            <HardwareCard
              key={unit.id}
              unit={unit}
              siren={sirens.find(({ id }) => id === unit.id)}
              isSelected={chosen.has(unit.id)}
              nowMs={nowMs}
              acts={{
                onEdit: () => onOpen({ kind: 'edit', unit }),
                onRelays: () => onOpen({ kind: 'relays', unit }),
                onActivity: () => onOpen({ kind: 'activity', unit }),
                onPage: () => onOpen({ kind: 'page', unit }),
                onSwitch: (part, act) => onOpen({ kind: 'switch', unit, part, act }),
                onSelect: isSelected => select(unit.id, isSelected),
              }}
            />
          ))}
        </div>
      )}
      <CardPager page={pageIndex} perPage={cardsPerPage} count={shown.length} onTurn={setPage} />
      {opened?.kind === 'page' && (
        <PublicPageDialog
          unit={opened.unit}
          siren={sirens.find(({ id }) => id === opened.unit.id)}
          onEdit={() => onOpen({ kind: 'edit', unit: opened.unit })}
          onClose={() => onOpen(undefined)}
        />
      )}
      {opened?.kind === 'bulk' && (
        <BulkTest
          kind={opened.test}
          units={units.filter(({ id }) => opened.ids.has(id))}
          sirens={sirens}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}
