import { InstrumentCard } from './InstrumentCard.tsx'
import classes from './Instruments.module.css'
import { addInstrument } from '#contract/devices/instruments'
import { may, type Holder } from '#domain/access/may'
import { useInstruments } from '#web/data/devices/instruments.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStandingError } from '#web/data/requests/standing-error.ts'
import { useServerNowMs } from '#web/data/weather/conditions.ts'
import { HardwareSection } from '#web/screens/hardware/HardwareSection.tsx'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Button } from '@mantine/core'
import { IconBroadcast, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'

/** Lists the organization's own weather stations and lightning sensors, of any make. */
export function Instruments({ holder }: { holder: Holder }) {
  const instruments = useInstruments()
  const error = useStandingError(instruments)
  const nowMs = useServerNowMs()
  const mayAdd = may(holder, addInstrument.who)
  const list = instruments.data
  return (
    <HardwareSection title="Your instruments" action={mayAdd && list && list.length > 0 && <AddButton />}>
      {error && !list && (
        <ErrorNote
          title="Your instruments could not be loaded"
          text={plainReason(error)}
          onRetry={() => void instruments.refetch()}
        />
      )}
      {!list && !error && <div className={classes.waiting} aria-busy="true" />}
      {list?.length === 0 && (
        <Card>
          <EmptyState
            icon={<IconBroadcast size={32} stroke={1.5} aria-hidden />}
            title="Do you have a weather station or a lightning sensor?"
            text="Consoles from Ecowitt, Ambient Weather and most other makers can send their data here. Your location will then have its own temperature, wind and rain."
          >
            {mayAdd && <AddButton />}
          </EmptyState>
        </Card>
      )}
      {list && list.length > 0 && (
        <div className={classes.cards}>
          {list.map(instrument => (
            <InstrumentCard key={instrument.id} instrument={instrument} nowMs={nowMs} />
          ))}
        </div>
      )}
    </HardwareSection>
  )
}

function AddButton() {
  return (
    <Button
      component={Link}
      to="/Hardware/Instruments/New"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Add an instrument
    </Button>
  )
}
