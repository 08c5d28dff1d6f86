import { AddInstrument, type NewInstrument } from './AddInstrument.tsx'
import { LastMessage } from './LastMessage.tsx'
import { HealthFacts } from './HealthFacts.tsx'
import { noticesOf } from './instrument-text.ts'
import { InstrumentsLink } from './InstrumentsLink.tsx'
import classes from './Instruments.module.css'
import { ChangeKey, RemoveInstrument } from './KeyAndRemoval.tsx'
import { MappingEditor } from './MappingEditor.tsx'
import { StatePill } from './StatePill.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { SetUp } from './SetUp.tsx'
import { updateInstrument, type Instrument } from '#contract/devices/instruments'
import { may } from '#domain/access/may'
import { effectiveRole } from '#domain/access/roles'
import { makeOf, sendsWithKey } from '#domain/instruments/makes'
import { useInstrument } from '#web/data/devices/instruments.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useMe } from '#web/data/people/users.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { stationPath } from '#web/parts/weather/station-path.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconChartLine, IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'

/** Shows one instrument: its messages, health and settings. */
export function InstrumentPage() {
  const { id = '' } = useParams()
  const [fresh, setFresh] = useState<NewInstrument>()
  return <OneInstrument id={id} fresh={fresh} onKey={setFresh} />
}

/**
 * Adds an instrument, and then shows it with its key. The key is kept only here, so it is gone after a reload or on
 * return. The path stays the same, because a new one would reset the page.
 */
export function NewInstrumentPage() {
  const [search, setSearch] = useSearchParams()
  const [fresh, setFresh] = useState<NewInstrument>()
  const id = search.get(idOption)
  if (id !== null)
    return <OneInstrument key={id} id={id} fresh={fresh} isNew={fresh !== undefined} onKey={setFresh} />
  return (
    <AddInstrument
      onAdded={added => {
        setFresh(added)
        setSearch({ [idOption]: String(added.id) }, { replace: true })
        scrollTo({ top: 0 })
      }}
    />
  )
}

const idOption = 'id'

interface OneInstrumentProps {
  id: string
  /** The key, if it was created just now. */
  fresh: NewInstrument | undefined
  /** Whether the instrument was just added, in which case the setup steps continue. */
  isNew?: boolean
  onKey: (fresh: NewInstrument) => void
}

function OneInstrument({ id, ...rest }: OneInstrumentProps) {
  useStream() // the server's time, for the age of messages
  const { data: instrument, isError, error, refetch } = useInstrument(id)
  if (!instrument)
    return (
      <>
        <PageHeader title="Instrument" actions={<InstrumentsLink />} />
        {isError ? (
          <ErrorNote
            title="The instrument could not be loaded"
            text={plainReason(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <div className={classes.waiting} aria-busy="true" />
        )}
      </>
    )
  return <Instrumented instrument={instrument} {...rest} />
}

type Opened = 'settings' | 'key' | 'remove'

interface InstrumentedProps extends Omit<OneInstrumentProps, 'id'> {
  instrument: Instrument
}

function Instrumented({ instrument, fresh, isNew = false, onKey }: InstrumentedProps) {
  const me = useMe()
  const mayManage = may(
    { role: effectiveRole(me.roleName), permissions: me.permissions },
    updateInstrument.who,
  )
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { make, name, locationName, weatherStationId, heardAt } = instrument
  const notices = noticesOf(instrument)
  const hasKey = sendsWithKey(make)
  return (
    <>
      <PageHeader
        title={name}
        sub={
          <span className={classes.sub}>
            {[makeOf(make).name, locationName].filter(Boolean).join(' · ')}
            <StatePill instrument={instrument} />
          </span>
        }
        actions={
          <>
            <InstrumentsLink />
            {weatherStationId !== null && heardAt !== null && (
              <Button
                component={Link}
                to={stationPath(weatherStationId, null)}
                variant="default"
                leftSection={<IconChartLine size={16} aria-hidden />}
              >
                Charts
              </Button>
            )}
            {mayManage && (
              <Button
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setOpened('settings')}
              >
                Edit
              </Button>
            )}
          </>
        }
      />
      {notices.length > 0 && (
        <ul className={classes.notices}>
          {notices.map(text => (
            <li key={text}>
              <IconAlertTriangle size={18} aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.stack}>
        {fresh && (
          <Card
            title={`${isNew ? '3. ' : ''}${hasKey ? 'What to type into its settings' : 'How its values arrive'}`}
          >
            <SetUp instrument={instrument} fresh={fresh} />
          </Card>
        )}
        <Card title={isNew ? '4. The first message' : 'Last message'}>
          <LastMessage instrument={instrument} />
        </Card>
        {make === 'json' && mayManage && (
          <Card title="Which field holds which value">
            <MappingEditor instrument={instrument} />
          </Card>
        )}
        {heardAt !== null && (
          <Card title="Health">
            <HealthFacts instrument={instrument} />
          </Card>
        )}
        {mayManage && (
          <Card title={hasKey ? 'Key and removal' : 'Removal'}>
            <div className={classes.keyActs}>
              <p className={classes.dim}>
                {hasKey
                  ? 'What to type into its settings is shown only once, together with its key. To see it again, create a new key. The old one will stop working.'
                  : 'Its past measurements are kept.'}
              </p>
              {hasKey && (
                <Button
                  variant="default"
                  leftSection={<IconKey size={16} aria-hidden />}
                  onClick={() => setOpened('key')}
                >
                  New key
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setOpened('remove')}
              >
                Remove
              </Button>
            </div>
          </Card>
        )}
      </div>
      {opened === 'settings' && <SettingsDialog instrument={instrument} onClose={close} />}
      {opened === 'key' && <ChangeKey instrument={instrument} onChanged={onKey} onClose={close} />}
      {opened === 'remove' && <RemoveInstrument instrument={instrument} onClose={close} />}
    </>
  )
}
