import { CardPicture } from './CardPicture.tsx'
import classes from './Hardware.module.css'
import {
  batteryOf,
  siteClockText,
  connectionsOf,
  disabledWords,
  doingWords,
  hasSiren,
  typeNames,
  type PartHealth,
} from './hardware-text.ts'
import { switchWords } from './switch-text.ts'
import { UnitTest } from './UnitTest.tsx'
import { WeatherDataLink } from './WeatherDataLink.tsx'
import type { Hardware } from '#contract/devices/hardware'
import type { Siren } from '#contract/devices/sirens'
import { useUnitStation, type SwitchAct, type SwitchedPart } from '#web/data/devices/hardware.ts'
import { ChoiceMenu } from '#web/parts/fields/ChoiceMenu.tsx'
import { droppedWords } from '#web/parts/weather/dropped-text.ts'
import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconClockExclamation,
  IconClockPause,
  IconDots,
  IconHelp,
  IconHistory,
  IconPencil,
  IconPower,
  IconQrcode,
  IconToggleLeft,
  IconVolume,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useId } from 'react'

export interface CardActs {
  readonly onEdit: () => void
  readonly onRelays: () => void
  readonly onActivity: () => void
  readonly onPage: () => void
  readonly onSwitch: (part: SwitchedPart, act: SwitchAct) => void
  readonly onSelect: (isSelected: boolean) => void
}

interface HardwareCardProps {
  unit: Hardware
  siren: Siren | undefined
  isSelected: boolean
  nowMs: number
  acts: CardActs
}

const toneIcons: Readonly<Record<PillTone, Icon>> = {
  good: IconCircleCheck,
  bad: IconX,
  warn: IconAlertTriangle,
  info: IconCircleCheck,
  quiet: IconClockPause,
  unknown: IconHelp,
}

export function HardwareCard({ unit, siren, isSelected, nowMs, acts }: HardwareCardProps) {
  const id = useId()
  const disabled = disabledWords(unit)
  const doing = doingWords(unit)
  const clock = siteClockText(unit)
  const isSiren = hasSiren(unit)
  return (
    <article
      className={classes.card}
      aria-labelledby={id}
      data-unprotected={unit.notProtected !== null || undefined}
      data-selected={isSelected || undefined}
    >
      <CardPicture unit={unit} nowMs={nowMs} />
      <div className={classes.head}>
        {isSiren && (
          <input
            type="checkbox"
            aria-label={`Select ${unit.name}`}
            checked={isSelected}
            onChange={event => acts.onSelect(event.currentTarget.checked)}
          />
        )}
        <h2 id={id}>{unit.name}</h2>
        <StatusPill
          tone={disabled === null ? 'quiet' : 'warn'}
          icon={disabled === null ? IconPower : IconCircleOff}
        >
          {disabled ?? 'Enabled'}
        </StatusPill>
        <MoreMenu unit={unit} acts={acts} />
      </div>
      {unit.notProtected !== null && (
        <p className={classes.unprotected}>
          <IconAlertTriangle size={20} aria-hidden />
          <strong>Not protected: {unit.notProtected}</strong>
        </p>
      )}
      {isSiren && disabled === null && !unit.isAlertTime && (
        <p className={classes.notice}>
          <IconClockPause size={18} aria-hidden />
          Its siren is silent at this hour because of its alert times.
        </p>
      )}
      {clock !== null && (
        <p className={classes.notice}>
          <IconClockExclamation size={18} aria-hidden />
          {clock}
        </p>
      )}
      {doing !== null && (
        <p
          className={classes.doing}
          data-danger={unit.doing === 'warning' || unit.doing === 'light' || undefined}
        >
          <IconVolume size={18} aria-hidden />
          {doing}
        </p>
      )}
      <UnitFacts unit={unit} nowMs={nowMs} />
      <div className={classes.acts}>
        {isSiren && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={`Edit ${unit.name}`}
            onClick={acts.onEdit}
          >
            Edit
          </Button>
        )}
        {unit.hasRemoteRelays && (
          <Button
            variant="default"
            leftSection={<IconToggleLeft size={16} aria-hidden />}
            aria-label={`StormBridge of ${unit.name}`}
            onClick={acts.onRelays}
          >
            StormBridge
          </Button>
        )}
        <WeatherDataLink unit={unit} />
        {isSiren && <UnitTest unit={unit} siren={siren} />}
      </div>
    </article>
  )
}

function UnitFacts({ unit, nowMs }: { unit: Hardware; nowMs: number }) {
  const station = useUnitStation(unit)
  const battery = batteryOf(unit.voltage)
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Type</dt>
        <dd>{typeNames[unit.modelId]}</dd>
      </div>
      <div>
        <dt>Connected</dt>
        {connectionsOf(unit, station.data, nowMs).map(health => (
          <Connected key={health.part} health={health} />
        ))}
        {station.data?.dropped && (
          <dd>
            <StatusPill tone="warn" icon={IconAlertTriangle}>
              Data dropped
            </StatusPill>
            <span className={classes.dim}>{droppedWords(station.data.dropped.because)}</span>
          </dd>
        )}
      </div>
      <div>
        <dt>Battery</dt>
        <dd>
          <StatusPill tone={battery.tone} icon={toneIcons[battery.tone]}>
            {battery.label}
          </StatusPill>
          {battery.volts !== null && <span className={classes.dim}>{battery.volts}</span>}
        </dd>
      </div>
    </dl>
  )
}

function Connected({ health: { part, label, tone, age } }: { health: PartHealth }) {
  return (
    <dd>
      <StatusPill tone={tone} icon={toneIcons[tone]}>
        {label}
      </StatusPill>
      {(part !== null || age !== null) && (
        <span className={classes.dim}>{[part, age].filter(Boolean).join(', ')}</span>
      )}
    </dd>
  )
}

function MoreMenu({ unit, acts }: { unit: Hardware; acts: CardActs }) {
  const switching = (part: SwitchedPart, isOn: boolean) => {
    const act = isOn ? 'disable' : 'enable'
    const icon = isOn ? IconCircleOff : IconPower
    return { label: switchWords[part][act].menu, icon, onChoose: () => acts.onSwitch(part, act) }
  }
  return (
    <ChoiceMenu
      isQuiet
      label={`More for ${unit.name}`}
      choices={[
        { label: 'Activity', icon: IconHistory, onChoose: acts.onActivity },
        ...(hasSiren(unit) ? [{ label: 'Public page', icon: IconQrcode, onChoose: acts.onPage }] : []),
        switching('hardware', unit.enabled),
        ...(hasSiren(unit) && unit.enabled ? [switching('OWS', unit.sirenEnabled)] : []),
      ]}
    >
      <IconDots size={18} aria-hidden />
    </ChoiceMenu>
  )
}
