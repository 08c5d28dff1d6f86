import { downloadOwnData, downloadPersonData, getRetention, setRetention } from '#contract/people/privacy'
import { mayManage, maySee } from '#domain/access/people'
import { retentionFault, retentionKinds, type RetentionChoices } from '#domain/privacy/retention'
import { recordAudit } from '#server/platform/audit'
import { hourMs, later } from '#server/platform/clock'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notAllowed, notFound, tooMany, type FieldErrors } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { PersonalData } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'
import {
  findUser,
  fullNameOf,
  personAuditName,
  personOf,
  personOfCustomer,
  type UserRow,
} from '#server/rooms/users/index'
import {
  countDownloadsAlone,
  findRetention,
  insertDownload,
  saveRetention,
  lockRetentionForUpdate,
} from './store.ts'
import { sectionsOf, writeDataFile } from './write-data-file.ts'

export interface PrivacyRouteDeps {
  readonly db: Db
  readonly parts: readonly PersonalData[]
  /** Throws unless the caller proves that they are the person, not someone using the person's open browser. */
  readonly confirmOwner: (caller: Caller, password: string, now: Date) => Promise<void>
}

const mostPerHour = 5
const tryAgainSeconds = 600

function faultsIn(days: RetentionChoices): FieldErrors {
  const errors: FieldErrors = {}
  for (const kind of retentionKinds) {
    const fault = retentionFault(kind, days[kind])
    if (fault !== undefined) errors[`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`] = [fault]
  }
  return errors
}

export function privacyRoutes({ db, parts, confirmOwner }: PrivacyRouteDeps): Served[] {
  const sections = sectionsOf(parts)

  async function fileAbout(row: UserRow, { caller, now, requestId }: Doing) {
    await db.transaction().execute(async tx => {
      const since = later(now, -hourMs)
      if ((await countDownloadsAlone(tx, caller.customerId, caller.id, since)) >= mostPerHour)
        throw tooMany(tryAgainSeconds)
      await insertDownload(tx, caller.customerId, { askerId: caller.id, personId: row.id, at: now })
      await recordAudit(
        tx,
        {
          by: caller,
          customerId: row.customer_id,
          action: 'personal data downloaded',
          target: personAuditName(row),
          requestId,
        },
        now,
      )
    })
    const person = await personOfCustomer(db, row)
    const about = { person, name: fullNameOf(row), organization: row.customer_name, now }
    return {
      fileName: `Skywarden data of ${fullNameOf(row)} ${now.toISOString().slice(0, 10)}.json`,
      content: writeDataFile(db, sections, about),
    }
  }

  return [
    serve(getRetention, ({ caller }) => findRetention(db, caller.customerId)),

    serve(setRetention, async ({ caller, body, now, requestId }) => {
      const errors = faultsIn(body.days)
      if (Object.keys(errors).length > 0) throw badInput(errors)
      return db.transaction().execute(async tx => {
        const before = await lockRetentionForUpdate(tx, caller.customerId)
        assertNotOvertaken(setRetention, body.version, before)
        const after = await saveRetention(tx, caller.customerId, body.days)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'retention changed',
            target: `customer ${caller.customerId}`,
            before: before.days,
            after: after.days,
            requestId,
          },
          now,
        )
        return after
      })
    }),

    serve(downloadOwnData, async ({ body, ...doing }) => {
      const { caller, now } = doing
      const row = await findUser(db, caller.customerId, caller.id)
      if (!row) throw notFound('Your account')
      await confirmOwner(caller, body.currentPassword, now)
      return fileAbout(row, doing)
    }),

    serve(downloadPersonData, async ({ params, ...doing }) => {
      const { caller } = doing
      const row = await findUser(db, caller.customerId, params.id)
      if (!row || !maySee(caller, personOf(row))) throw notFound('This person')
      if (!mayManage(caller, personOf(row)))
        throw notAllowed('You can download data only for people below your own permission level.')
      return fileAbout(row, doing)
    }),
  ]
}
