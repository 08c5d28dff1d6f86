import { dayMs, later } from '#server/platform/clock'
import { LeadershipLost } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Email, QueueEmail } from '#server/rooms/notifications/index'
import { findUser, findUsers } from '#server/rooms/users/index'
import { BrokenOff, buildFiles, CannotBuild, type BuildFilesDeps } from './build-files.ts'
import { beginNext, markReady, noteBuildFailure, type Built } from './store/build.ts'
import { failedLetter, readyLetter, type LetterDeps } from './letters.ts'
import { recipientsOf, type StoredReport } from './store/reports.ts'

export interface BuildDeps extends BuildFilesDeps, LetterDeps {
  readonly log: Log
  readonly queueEmail: QueueEmail
  /** Called when emails are waiting to be sent. */
  readonly onLetters: () => void
}

const filesKeptMs = 30 * dayMs
const mostFailures = 2
/** A report that has been interrupted this many times may be what crashes the process. */
const mostBeginnings = 5

/** Builds the next report. Returns whether there may be more to build. */
export async function buildNext(deps: BuildDeps): Promise<boolean> {
  const { leadership, clock, log } = deps
  try {
    const report = await leadership.commit(tx => beginNext(tx, 'system', clock.now()))
    if (!report) return false
    await build(deps, report).catch(async (error: unknown) => {
      if (error instanceof LeadershipLost || error instanceof BrokenOff) throw error
      log.warn({ err: error, report: report.id }, 'could not build a report')
      await fail(deps, report, error)
    })
    return !deps.isStopping()
  } catch (error) {
    if (error instanceof LeadershipLost) return false // the next leader restarts it
    if (error instanceof BrokenOff) return !deps.isStopping()
    throw error
  }
}

async function build(deps: BuildDeps, report: StoredReport): Promise<void> {
  if (report.attempt > mostBeginnings) throw new CannotBuild('It was interrupted too many times.')
  await finish(deps, report, await buildFiles(deps, report))
}

/** Commits the report, its files and its emails together. */
async function finish(deps: BuildDeps, report: StoredReport, built: Built): Promise<void> {
  const now = deps.clock.now()
  await deps.leadership.commit(async tx => {
    const times = { now, filesUntil: later(now, filesKeptMs) }
    const ready = await markReady(tx, 'system', report, built, times)
    if (!ready) throw new BrokenOff('The report was deleted')
    const ids = (await recipientsOf(tx, ready.customer_id, [ready.id])).map(({ user_id }) => user_id)
    for (const person of await findUsers(tx, ready.customer_id, ids)) {
      // People who unsubscribed get only the reports that they request themselves.
      const isWanted = person.email_unsubscribed_at === null || person.id === ready.requested_by
      if (person.is_active && isWanted) await queue(deps, tx, readyLetter(deps, ready, person, now), now)
    }
  })
  deps.onLetters()
}

/** Retries once; after that, notifies the requester of the reason. */
async function fail(deps: BuildDeps, report: StoredReport, error: unknown): Promise<void> {
  const now = deps.clock.now()
  const because =
    error instanceof CannotBuild
      ? error.message
      : 'Something went wrong on our side. Please try again, or choose fewer stations or a shorter date range.'
  const isFinal = error instanceof CannotBuild
  await deps.leadership.commit(async tx => {
    const failure = { because, now, most: isFinal ? 0 : mostFailures }
    const failed = await noteBuildFailure(tx, 'system', report, failure)
    if (failed?.state !== 'Failed') return
    const person = await findUser(tx, failed.customer_id, failed.requested_by)
    if (person?.is_active) await queue(deps, tx, failedLetter(failed, person, now), now)
  })
  deps.onLetters()
}

async function queue(
  { queueEmail }: BuildDeps,
  tx: Parameters<QueueEmail>[0],
  email: Email | null,
  now: Date,
): Promise<void> {
  if (email) await queueEmail(tx, email, now)
}
