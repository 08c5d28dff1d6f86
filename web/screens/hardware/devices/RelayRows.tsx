import type { RelayDraft } from './device-draft.ts'
import classes from './Devices.module.css'
import { policyTypes } from '#domain/policies/policy-types'
import { TextInput } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'

interface RelayRowsProps {
  relays: readonly RelayDraft[]
  onChange: (relays: readonly RelayDraft[]) => void
}

const longestName = 60

/** Edits a relay unit's relays, each with its trigger. */
export function RelayRows({ relays, onChange }: RelayRowsProps) {
  return (
    <fieldset className={classes.relays}>
      <legend>Relays</legend>
      {relays.map((relay, index) => {
        const change = (changed: Partial<RelayDraft>) =>
          onChange(relays.with(index, { ...relay, ...changed }))
        const place = index + 1
        return (
          <div key={index} className={classes.relay}>
            <TextInput
              aria-label={`Name of relay ${place}`}
              placeholder="Name"
              maxLength={longestName}
              value={relay.name}
              onChange={event => change({ name: event.currentTarget.value })}
            />
            <PlainSelect
              aria-label={`Automation of relay ${place}`}
              value={relay.policyTypeId ?? ''}
              onChange={({ target }) => change({ policyTypeId: Number(target.value) || null })}
            >
              <option value="">No automation</option>
              {policyTypes.map(({ id, displayName }) => (
                <option key={id} value={id}>
                  {displayName}
                </option>
              ))}
            </PlainSelect>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove relay ${place}`}
              onClick={() => onChange(relays.toSpliced(index, 1))}
            >
              <IconTrash size={16} aria-hidden />
            </Button>
          </div>
        )
      })}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...relays, { name: '', policyTypeId: null }])}
      >
        Add relay
      </Button>
    </fieldset>
  )
}
