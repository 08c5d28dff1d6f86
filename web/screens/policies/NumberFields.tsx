import classes from './Policies.module.css'
import { withRoundedThreshold, type PolicyDraft, type Problems } from './policy-draft.ts'
import { advisedMinutes, isLightning, shortNote } from './policy-text.ts'
import { allClearLimits, thresholdRange } from '#domain/policies/policy-faults'
import { policyTypeOf } from '#domain/policies/policy-types'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { IconAlertTriangle } from '@tabler/icons-react'

interface NumberFieldsProps {
  draft: PolicyDraft
  errors: Problems
  onChange: (change: Partial<PolicyDraft>) => void
}

const belowInput: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
const between = ({ least, most }: { least: number; most: number }) => `${least} to ${most}`

/** Fields for the value that breaches a policy, and for how long it must be back to normal before the policy clears. */
export function NumberFields({ draft, errors, onChange }: NumberFieldsProps) {
  const { type } = draft
  const unit = type === null ? '' : policyTypeOf(type).unit
  const thresholdError = errorOf(errors, 'Threshold', 'Notify At')
  const allClearError = errorOf(errors, 'AllClearMinutes', 'All Clear')
  const isShort =
    type !== null &&
    isLightning(type) &&
    draft.allClearMinutes.trim() !== '' &&
    Number(draft.allClearMinutes) < advisedMinutes
  return (
    <div>
      <div className={classes.pair}>
        <TextInput
          label="Notify At*"
          aria-required
          inputMode="text" // some phones' number pads have no minus sign
          autoComplete="off"
          rightSection={unit && <span className={classes.unit}>{unit}</span>}
          rightSectionWidth={48}
          description={
            type === null || thresholdError ? undefined : `${between(thresholdRange(type))} ${unit}`
          }
          inputWrapperOrder={belowInput}
          value={draft.threshold}
          onChange={event => onChange({ threshold: event.currentTarget.value })}
          onBlur={() => onChange(withRoundedThreshold(draft))}
          error={thresholdError}
        />
        <TextInput
          label="All Clear*"
          aria-required
          inputMode="numeric"
          autoComplete="off"
          rightSection={<span className={classes.unit}>min</span>}
          rightSectionWidth={48}
          description={
            type === null || allClearError ? undefined : `${between(allClearLimits(type))} minutes`
          }
          inputWrapperOrder={belowInput}
          value={draft.allClearMinutes}
          onChange={event => onChange({ allClearMinutes: event.currentTarget.value })}
          error={allClearError}
        />
      </div>
      <div role="status">
        {isShort && (
          <p className={classes.note} data-tone="warn">
            <IconAlertTriangle size={16} aria-hidden />
            {shortNote}
          </p>
        )}
      </div>
    </div>
  )
}
