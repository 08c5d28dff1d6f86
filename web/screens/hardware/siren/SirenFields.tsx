import classes from './Siren.module.css'
import { sirenRingText, timesWords, type SirenDraft } from './siren-draft.ts'
import type { Siren } from '#contract/devices/sirens'
import type { Weekday } from '#domain/alert-times/alert-times'
import {
  durationRange,
  isSilentAllWeek,
  playCountRange,
  scheduleStepMinutes,
  silentWeekFault,
} from '#domain/hardware/siren-settings'
import { SpokenField } from '#web/forms/speech/SpokenField.tsx'
import { AlertTimesEditor } from '#web/parts/fields/AlertTimesEditor.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Switch } from '#web/parts/look/inputs.ts'
import { Range } from '#web/parts/fields/Range.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { IconBolt, IconClockCheck } from '@tabler/icons-react'

interface SirenFieldsProps {
  siren: Siren
  draft: SirenDraft
  errors: Readonly<Record<string, readonly string[]>>
  timeErrors: Readonly<Partial<Record<Weekday, string>>>
  onChange: (changed: Partial<SirenDraft>) => void
}

export function SirenFields({ siren, draft, errors, timeErrors, onChange }: SirenFieldsProps) {
  const [radius, allClear] = sirenRingText(siren)
  return (
    <div className={classes.fields}>
      <ul className={classes.inForce}>
        <li>
          <IconBolt size={18} aria-hidden />
          {radius}
        </li>
        <li>
          <IconClockCheck size={18} aria-hidden />
          {allClear}
        </li>
      </ul>
      <Sound
        legend="Warning"
        duration={draft.duration}
        frequency={draft.frequency}
        onDuration={duration => onChange({ duration })}
        onFrequency={frequency => onChange({ frequency })}
      />
      <SpokenField
        label="Message after the warning"
        description="Spoken after the sound, if there is one."
        value={draft.postWarnMessage}
        error={errorOf(errors, 'PostWarnMessage', 'Message')}
        onChange={postWarnMessage => onChange({ postWarnMessage })}
      />
      <Sound
        legend="All Clear"
        duration={draft.allClearDuration}
        frequency={draft.allClearFrequency}
        onDuration={allClearDuration => onChange({ allClearDuration })}
        onFrequency={allClearFrequency => onChange({ allClearFrequency })}
      />
      <SpokenField
        label="Message after the all clear"
        description="Spoken after the sound, if there is one."
        value={draft.postAllClearMessage}
        error={errorOf(errors, 'PostAllClearMessage', 'Message')}
        onChange={postAllClearMessage => onChange({ postAllClearMessage })}
      />
      <fieldset className={classes.group}>
        <legend>Alert times</legend>
        <p className={classes.dim}>When the siren may sound, in the siren&rsquo;s local time.</p>
        <div className={classes.week}>
          <AlertTimesEditor
            value={draft.alertTimes}
            stepMinutes={scheduleStepMinutes}
            isWithinDay
            offWords="Stays silent"
            errors={timeErrors}
            onChange={alertTimes => onChange({ alertTimes })}
          />
          {isSilentAllWeek(draft.alertTimes) && (
            <WarningNote title="The siren would never sound" text={silentWeekFault} />
          )}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Public page</legend>
        <Switch
          label="Anyone can see this siren’s status"
          description="All clear or delay only, without signing in. Its address and QR code are on the card."
          checked={draft.isPagePublic}
          onChange={event => onChange({ isPagePublic: event.currentTarget.checked })}
        />
      </fieldset>
    </div>
  )
}

interface SoundProps {
  legend: string
  duration: number
  frequency: number
  onDuration: (seconds: number) => void
  onFrequency: (times: number) => void
}

function Sound({ legend, duration, frequency, onDuration, onFrequency }: SoundProps) {
  const { least, most, step } = durationRange
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      <div className={classes.slider}>
        <span>Sound duration</span>
        <Range
          label={`${legend}: sound duration`}
          min={least}
          max={most}
          step={step}
          value={duration}
          valueText={`${duration} seconds`}
          onChange={onDuration}
        />
        <output>{duration} s</output>
      </div>
      <div className={classes.slider}>
        <span>Play count</span>
        <Range
          label={`${legend}: play count`}
          min={playCountRange.least}
          max={playCountRange.most}
          step={1}
          value={frequency}
          valueText={timesWords(frequency)}
          onChange={onFrequency}
        />
        <output>{timesWords(frequency)}</output>
      </div>
    </fieldset>
  )
}
