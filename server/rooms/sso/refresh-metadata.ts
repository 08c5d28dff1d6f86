import type { Log } from '#server/platform/log'
import { dayMs, hourMs, later, minuteMs } from '#server/platform/clock'
import type { Outside } from '#server/platform/outside/index'
import type { Db } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { listUsers, permissionsOf } from '#server/rooms/users/index'
import { BadMetadata, fetchMetadata, type Metadata } from './saml-metadata.ts'
import {
  claimExpiryNotice,
  claimRead,
  findConfig,
  findMetadata,
  listMetadata,
  noteFailedRead,
  saveMetadata,
  type ConfigRow,
} from './store/configs.ts'

export interface RefreshDeps {
  readonly db: Db
  readonly outside: Outside
  readonly log: Log
  readonly queueEmail: QueueEmail
  readonly baseUrl: string
}

const agesMs = dayMs
/** After a failure, metadata is reread sooner than the next day. */
const afterFailureMs = hourMs
const unknownKeyPauseMs = minuteMs
const noticeMs = 21 * dayMs

/** Rereads metadata; the stored copy stays if that fails. */
async function refresh(deps: RefreshDeps, config: ConfigRow, now: Date): Promise<Metadata | undefined> {
  const { db } = deps
  const { customer_id: customerId, metadata_url: url } = config
  if (url === null) return undefined
  try {
    const metadata = await fetchMetadata(deps.outside, url, config.idp_entity_id)
    await saveMetadata(db, customerId, metadata, now)
    return metadata
  } catch (error) {
    if (!(error instanceof BadMetadata)) throw error
    deps.log.warn({ customerId, because: error.message }, 'could not read an identity provider’s metadata')
    await noteFailedRead(db, customerId, error.message)
    return undefined
  }
}

/**
 * Rereads metadata after a signature by an unknown key, because there may be a newer key. At most once a minute across
 * all processes.
 */
export async function refreshForUnknownKey(
  deps: RefreshDeps,
  config: ConfigRow,
  now: Date,
): Promise<Metadata | undefined> {
  if (!(await claimRead(deps.db, config.customer_id, now, later(now, -unknownKeyPauseMs)))) return undefined
  return refresh(deps, config, now)
}

/** Rereads metadata older than a day, and notifies administrators of certificates that expire soon. */
export async function refreshDaily(deps: RefreshDeps, now: Date): Promise<void> {
  for (const row of await listMetadata(deps.db, 'system')) {
    const config = await findConfig(deps.db, row.customer_id)
    const isOld = row.read_at <= later(now, -agesMs)
    if (config && isOld && (await claimRead(deps.db, row.customer_id, now, later(now, -afterFailureMs))))
      await refresh(deps, config, now)
    if (config) await notifyOfExpiry(deps, config, now)
  }
}

async function notifyOfExpiry({ db, queueEmail, baseUrl }: RefreshDeps, config: ConfigRow, now: Date) {
  const { customer_id: customerId } = config
  const kept = await findMetadata(db, customerId)
  if (!kept) return
  const expiresAt = new Date(kept.metadata.expiresAt)
  if (expiresAt > later(now, noticeMs)) return
  await db.transaction().execute(async tx => {
    if (!(await claimExpiryNotice(tx, customerId, expiresAt))) return
    const people = await listUsers(tx, customerId)
    const reported = people.filter(
      row => row.is_active && row.role === 'Admin' && permissionsOf(row).includes('integrations.sso.access'),
    )
    for (const { id, email } of reported) {
      if (email === null) continue
      await queueEmail(
        tx,
        {
          customerId,
          userId: id,
          to: email,
          subject: `${config.display_name}'s certificate expires soon`,
          text: `The certificate that ${config.display_name} signs with expires on ${expiresAt.toUTCString()}. Ask its administrator to renew it. Skywarden picks up the new certificate from the metadata automatically.\n\n${baseUrl}/Integrations/SSO\n`,
          expiresAt: later(now, 7 * dayMs),
        },
        now,
      )
    }
  })
}
