import type { LocationDraft } from './draft.ts'
import type { FormSubject } from './subject.ts'
import { fieldErrors, plainReason, RequestRefused } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'

export type LocationErrors = Readonly<Record<string, readonly string[]>>

/** The form's fields by their names on the server, with their labels. */
const fieldLabels = {
  Label: 'Location Name',
  LocationName: 'Address',
  Latitude: 'Latitude',
  Longitude: 'Longitude',
  Radius1: 'Zone 1',
  Radius2: 'Zone 2',
  Radius3: 'Zone 3',
  Radius4: 'Zone 4',
  AllClearMinutes: 'All-clear timer',
  OrganizationLocationId: 'Organization Location',
} as const

export type LocationFieldName = keyof typeof fieldLabels
const fieldNames = Object.keys(fieldLabels) as LocationFieldName[]

/** Returns the error below a field. */
export function locationErrorUnder(errors: LocationErrors, field: LocationFieldName): string | undefined {
  return errorOf(errors, field, fieldLabels[field])
}

const changedBy: Readonly<Record<LocationFieldName, readonly (keyof LocationDraft)[]>> = {
  Label: ['label'],
  LocationName: ['address', 'latitude', 'longitude'],
  Latitude: ['latitude'],
  Longitude: ['longitude'],
  Radius1: ['rings'],
  Radius2: ['rings'],
  Radius3: ['rings'],
  Radius4: ['rings'],
  AllClearMinutes: ['rings'],
  OrganizationLocationId: [],
}

/** Returns the errors that still apply after the draft was changed. */
export function locationErrorsLeft(
  errors: LocationErrors,
  judged: LocationDraft,
  now: LocationDraft,
): LocationErrors {
  const settled = new Set<string>(
    fieldNames.filter(name => changedBy[name].some(field => judged[field] !== now[field])),
  )
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !settled.has(name)))
}

/** Describes a failed save in a toast: the server's message if there is one, and what to do. */
export function locationSaveFailure(error: unknown, subject: FormSubject): { header: string; text?: string } {
  const reported = fieldErrors(error)
  const [first] = reported['ServerErrors'] ?? []
  if (first !== undefined) return { header: first }
  const header = subject.kind === 'edit' ? 'Error updating location' : 'Error adding location'
  const isUnderAField = fieldNames.some(name => name in reported)
  return {
    header,
    text:
      error instanceof RequestRefused && isUnderAField
        ? 'Check the fields that are marked.'
        : plainReason(error),
  }
}
