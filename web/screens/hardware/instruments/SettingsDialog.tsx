import { CorrectionRows } from './CorrectionRows.tsx'
import { instrumentDraftInWords } from './instrument-draft.ts'
import { raisesText } from './instrument-text.ts'
import classes from './Instruments.module.css'
import { PositionFields } from './PositionFields.tsx'
import { useInstrumentForm } from './use-instrument-form.ts'
import type { Instrument } from '#contract/devices/instruments'
import { makeOf } from '#domain/instruments/makes'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { EditNote } from '#web/forms/edit/EditNote.tsx'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog, insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Switch, TextInput } from '#web/parts/look/inputs.ts'

interface SettingsDialogProps {
  instrument: Instrument
  onClose: () => void
}

/** Edits an instrument's name, position, calibration, and the effect of its strikes. */
export function SettingsDialog({ instrument, onClose }: SettingsDialogProps) {
  const form = useInstrumentForm(instrument, onClose)
  const { base, draft, newer, errors, change } = form
  const places = useOrganizationLocations().data ?? []
  const leaving = useLeaving(form.isChanged, onClose)
  const cancel = () => leaving.leave(onClose)
  const { isStation, lightning } = makeOf(base.make)
  const inWords = (each: typeof draft) =>
    instrumentDraftInWords(each, id => places.find(place => place.id === id)?.name ?? String(id))
  return (
    <FormDialog
      title="Edit instrument"
      caption={base.name}
      size={860}
      isCovered={leaving.isAsking}
      failures={form.failures}
      onClose={cancel}
      onSubmit={() => void form.submit()}
      note={<EditNote form={form} inWords={inWords} />}
      footer={<FormButtons submit="Save" isBusy={form.isBusy} isBlocked={newer !== null} onCancel={cancel} />}
    >
      <div className={classes.settings}>
        <PositionFields
          make={base.make}
          draft={draft}
          errors={errors}
          onChange={change}
          portalProps={insideForm}
          hasApiKey={base.hasApiKey}
        />
        {isStation && (
          <TextInput
            label="Height of the anemometer above ground (ft)"
            description="Wind is then converted to 33 feet, the standard height. Leave it empty to use the wind as sent."
            inputMode="decimal"
            value={draft.windHeightFeet}
            onChange={event => change({ windHeightFeet: event.currentTarget.value })}
            error={errorOf(errors, 'WindHeightFeet', 'The height')}
          />
        )}
        {lightning !== null && (
          <Switch
            label="Strikes start delays"
            description={raisesText(draft.raisesDelays)}
            checked={draft.raisesDelays}
            onChange={event => change({ raisesDelays: event.currentTarget.checked })}
          />
        )}
        {isStation && (
          <CorrectionRows
            corrections={draft.calibration}
            received={instrument.received}
            errors={errors}
            onChange={calibration => change({ calibration })}
          />
        )}
      </div>
      {leaving.question}
    </FormDialog>
  )
}
