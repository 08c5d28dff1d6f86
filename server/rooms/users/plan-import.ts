import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { newUser, notificationUserInput, type ImportedRow } from '#contract/people/people'
import { mayManage } from '#domain/access/people'
import { maySignIn, roleNamed, roles, type RoleName } from '#domain/access/roles'
import type { Caller } from '#server/platform/http/caller'
import { fieldKey } from '#server/platform/http/input'
import type { GroupRow } from '#server/rooms/groups/index'
import { locationCellOf, readPlaces, type ImportedPlace } from './location-cells.ts'
import type { PeopleColumn } from './people-table.ts'
import { isNotificationOnly, personOf } from './person.ts'
import type { PeopleRow } from './read-people-table.ts'
import type { UserRow } from './store.ts'
import {
  faultsOfWanted,
  nameTaken,
  wantedChange,
  wantedFullUser,
  wantedNotified,
  type Wanted,
} from './wanted.ts'

/** The data against which an import is validated. */
export interface Known {
  readonly caller: Caller
  /** The people whom the caller may see. */
  readonly people: readonly UserRow[]
  readonly groups: readonly GroupRow[]
  /** The places that can be assigned to people. */
  readonly places: readonly ImportedPlace[]
  /** Addresses in use as user names, in lowercase. */
  readonly takenNames: ReadonlySet<string>
}

/** The action for a row. */
export type Plan =
  | {
      readonly kind: 'add'
      readonly id: string
      readonly wanted: Wanted
      readonly placeIds: readonly number[]
    }
  | {
      readonly kind: 'change'
      readonly before: UserRow
      /** Undefined if only their places change. */
      readonly wanted: Wanted | undefined
      /** Undefined if they stay the same. */
      readonly placeIds: readonly number[] | undefined
    }
  | { readonly kind: 'same' | 'refuse' | 'skip' }

export interface PlannedRow extends Omit<ImportedRow, 'outcome'> {
  readonly plan: Plan
}

const noLocation = 'No location: will not be alerted'

/** The column under which a field's error is reported. */
const columnOf: Readonly<Record<string, PeopleColumn>> = {
  FirstName: 'First Name',
  LastName: 'Last Name',
  Email: 'Email',
  UserName: 'Email',
  PhoneNumber: 'Phone',
  RoleId: 'Permission Level',
  SiteId: 'User Group',
  TimeZone: 'Time Zone',
}

/** The errors in one row: only the first in each column, which usually causes the others. */
class RowFaults {
  readonly #texts = new Map<string, string>()

  note(column: PeopleColumn | 'row', fault: string) {
    const isSentence = column === 'row' || /^\p{Lu}/u.test(fault)
    if (!this.#texts.has(column)) this.#texts.set(column, isSentence ? fault : `${column} ${fault}`)
  }

  noteFields(errors: Readonly<Record<string, readonly string[]>>) {
    for (const [field, [fault = '']] of Object.entries(errors)) this.note(columnOf[field] ?? 'row', fault)
  }

  get texts(): string[] {
    return [...this.#texts.values()]
  }
}

/** A row's content, as far as it can be parsed. For an empty cell, the current value is kept. */
interface Meant {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly role: RoleName | undefined
  readonly groupId: number | null
  readonly timeZone: string
  readonly emailNotifications: boolean | undefined
  readonly smsNotifications: boolean | undefined
  /** Undefined if missing or unchanged. */
  readonly placeIds: readonly number[] | undefined
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function yesOrNo(cells: PeopleRow['cells'], column: PeopleColumn, faults: RowFaults): boolean | undefined {
  const cell = cells[column]?.toLowerCase() ?? ''
  if (['yes', 'true', '1'].includes(cell)) return true
  if (['no', 'false', '0'].includes(cell)) return false
  if (cell !== '') faults.note(column, 'must be Yes or No')
  return undefined
}

/** The places in a row, if they differ from those the person has. */
function placesMeant(
  cell: string,
  before: UserRow | undefined,
  places: readonly ImportedPlace[],
  faults: RowFaults,
): readonly number[] | undefined {
  const had = before?.organization_location_ids ?? []
  // An unchanged cell of an export means the places that the person has, even if two places share a name.
  if (cell === '' || cell === locationCellOf(had, places)) return undefined
  const { ids, faults: unknown } = readPlaces(cell, places)
  const [fault] = unknown
  if (fault !== undefined) faults.note('Locations', fault)
  return new Set(had).symmetricDifference(new Set(ids)).size === 0 ? undefined : ids
}

function meantBy(
  { cells }: PeopleRow,
  before: UserRow | undefined,
  { groups, places }: Known,
  faults: RowFaults,
): Meant {
  const cell = (column: PeopleColumn) => cells[column] ?? ''
  const roleCell = cell('Permission Level')
  const role = roles.find(each => isSameText(each.displayName, roleCell) || isSameText(each.name, roleCell))
  const known = roleCell === '' ? before && roleNamed(before.role) : role
  if (!known) faults.note('Permission Level', roleCell === '' ? 'is required' : `'${roleCell}' is not known`)

  const groupCell = cell('User Group')
  const group = groups.find(({ name }) => isSameText(name, groupCell))
  if (groupCell !== '' && !group) faults.note('User Group', `'${groupCell}' is not known`)

  return {
    firstName: cell('First Name'),
    lastName: cells['Last Name'] ?? before?.last_name ?? '',
    email: before ? before.email : cell('Email') || null,
    phoneNumber: cells.Phone === undefined ? (before?.phone_number ?? null) : cells.Phone || null,
    role: known?.name,
    groupId: group?.id ?? before?.user_group_id ?? null,
    timeZone: cell('Time Zone') || before?.time_zone || '',
    emailNotifications: yesOrNo(cells, 'Email Notifications', faults) ?? before?.email_notifications,
    smsNotifications: yesOrNo(cells, 'SMS Notifications', faults) ?? before?.sms_notifications,
    placeIds: placesMeant(cell('Locations'), before, places, faults),
  }
}

function isAsBefore(meant: Meant, before: UserRow): boolean {
  return (
    meant.firstName === before.first_name &&
    meant.lastName === before.last_name &&
    meant.phoneNumber === before.phone_number &&
    meant.role === before.role &&
    meant.groupId === before.user_group_id &&
    meant.timeZone === before.time_zone &&
    meant.emailNotifications === before.email_notifications &&
    meant.smsNotifications === before.sms_notifications
  )
}

function noteIssues(faults: RowFaults, issues: readonly z.core.$ZodIssue[]) {
  for (const { path, message } of issues) faults.noteFields({ [fieldKey(path)]: [message] })
}

/** The equivalent request for a single person, parsed with the same schema. */
function wantedFrom(
  meant: Meant,
  id: string,
  before: UserRow | undefined,
  faults: RowFaults,
): Wanted | undefined {
  const { role, groupId, placeIds: _, ...fields } = meant
  const body = { ...fields, siteId: groupId }
  if (groupId === null) faults.note('User Group', 'is required')
  if (role === 'NotificationOnly') {
    const read = notificationUserInput.safeParse(body)
    if (read.success) return wantedNotified(id, read.data, before)
    noteIssues(faults, read.error.issues)
    return undefined
  }
  if (meant.email === null) faults.note('Email', 'is required')
  const read = newUser.safeParse({ ...body, roleId: role && roleNamed(role)?.id })
  if (read.success) return before ? wantedChange(read.data, before) : wantedFullUser(read.data)
  noteIssues(faults, read.error.issues)
  return undefined
}

function judged(
  { caller, groups, takenNames }: Known,
  meant: Meant,
  before: UserRow | undefined,
  faults: RowFaults,
): Plan {
  const { placeIds } = meant
  const isSamePerson = before !== undefined && isAsBefore(meant, before)
  if (isSamePerson && placeIds === undefined && faults.texts.length === 0) return { kind: 'same' }
  if (before && !mayManage(caller, personOf(before))) faults.note('row', 'You may not change this person.')
  if (before && isNotificationOnly(before) !== (meant.role === 'NotificationOnly')) {
    faults.note(
      'Permission Level',
      'cannot become or stop being Notification Only here; edit the person instead',
    )
  }
  const id = before?.id ?? randomUUID()
  const wanted = wantedFrom(meant, id, before, faults)
  if (!wanted) return { kind: 'refuse' }
  faults.noteFields(faultsOfWanted(caller, wanted, new Set(groups.map(group => group.id))))
  if (before) return { kind: 'change', before, wanted: isSamePerson ? undefined : wanted, placeIds }
  if (maySignIn(wanted.role) && takenNames.has(wanted.user_name.toLowerCase())) {
    faults.noteFields(nameTaken(wanted))
  }
  return { kind: 'add', id, wanted, placeIds: placeIds ?? [] }
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '')
const isNamed = (row: UserRow, { cells }: PeopleRow) =>
  isSameText(row.first_name, cells['First Name'] ?? '') && isSameText(row.last_name, cells['Last Name'] ?? '')

/** Finds a row's person: by address or, without an address, by phone number and name. */
function finderOf(people: readonly UserRow[]) {
  const byEmail = Map.groupBy(people, row => row.email?.toLowerCase() ?? '')
  return (row: PeopleRow): UserRow | 'several' | undefined => {
    const email = row.cells.Email?.toLowerCase() ?? ''
    const found = byEmail.get(email) ?? []
    if (email !== '' && found.length <= 1) return found[0]
    const phone = digitsOf(row.cells.Phone ?? '')
    const named = found.filter(
      person => isNamed(person, row) && (email !== '' || digitsOf(person.phone_number ?? '') === phone),
    )
    if (named.length === 1) return named[0]
    return named.length > 1 || email !== '' ? 'several' : undefined
  }
}

/** Identifies a row's person within the table. */
function keyOf({ cells }: PeopleRow, person: UserRow | undefined): string {
  if (person) return person.id
  if (cells.Email) return cells.Email.toLowerCase()
  return [cells['First Name'], cells['Last Name'], digitsOf(cells.Phone ?? '')].join('\n').toLowerCase()
}

/** Validates every row with the rules for a single person; skipped lines are ignored, whatever they contain. */
export function planImport(
  rows: readonly PeopleRow[],
  known: Known,
  skipLines: ReadonlySet<number>,
): PlannedRow[] {
  const find = finderOf(known.people)
  const lines = new Map<string, number>()
  return rows.map(row => {
    const faults = new RowFaults()
    const found = find(row)
    const before = found === 'several' ? undefined : found
    if (row.problem) faults.note('row', row.problem)
    if (found === 'several') {
      faults.note('row', 'Several people have this email address or phone number. Edit them one by one.')
    }
    const key = keyOf(row, before)
    const earlier = lines.get(key)
    if (earlier === undefined) lines.set(key, row.line)
    else faults.note('row', `This person is already on line ${earlier}.`)

    const meant = meantBy(row, before, known, faults)
    const plan = judged(known, meant, before, faults)
    const problems = faults.texts
    const isPlaced = (meant.placeIds?.length ?? 0) > 0 || before?.has_locations === true
    const isSkipped = skipLines.has(row.line)
    const name = `${row.cells['First Name'] ?? ''} ${row.cells['Last Name'] ?? ''}`.trim()
    return {
      line: row.line,
      name: name || (row.cells.Email ?? ''),
      problems,
      warnings: isSkipped || problems.length > 0 || isPlaced ? [] : [noLocation],
      plan: isSkipped ? { kind: 'skip' } : problems.length > 0 ? { kind: 'refuse' } : plan,
    }
  })
}
