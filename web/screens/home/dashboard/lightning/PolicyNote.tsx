import type { Location } from '#contract/places/locations'
import { useOwnPolicies } from '#web/data/policies/own-policies.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { isOverwritten, formLocks } from '#web/screens/home/location-form/subject.ts'
import { Button } from '@mantine/core'

interface PolicyNoteProps {
  location: Location
  onEdit: (location: Location) => void
}

/** Warns that the rings still use settings from before their organization's policy, and how to fix that. */
export function PolicyNote({ location, onEdit }: PolicyNoteProps) {
  const { data: policies } = useOwnPolicies()
  if (!policies || !isOverwritten({ kind: 'edit', location }, formLocks(policies))) return null
  return (
    <WarningNote
      title="Your organization's lightning policy has changed"
      text={`The rings of ${location.label} were saved before that. Until you save them again, the larger radius and the longer all-clear time apply.`}
      action={
        <Button variant="default" size="xs" onClick={() => onEdit(location)}>
          Review and save
        </Button>
      }
    />
  )
}
