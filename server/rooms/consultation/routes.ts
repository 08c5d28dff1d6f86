import { askMeteorologist, listConsultationCopies } from '#contract/messages/mass-notify'
import type { Input } from '#contract/call'
import { isAdminRole } from '#domain/access/roles'
import type { Events } from '#server/events'
import { recordAudit } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import { dayMs, hourMs, later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { badInput, notFound, tooMany, unavailable, type FieldErrors } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import { findUser, fullNameOf, listUsers, lockUserForUpdate, personOf } from '#server/rooms/users/index'
import { countQuestionsSince, insertQuestion } from './store.ts'

export interface ConsultationRouteDeps {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly queueEmail: QueueEmail
  /** The meteorologists' mailbox. */
  readonly meteorologistEmail: string | undefined
}

type Body = Input<typeof askMeteorologist, 'body'>

const mostPerHour = 10
const usefulMs = dayMs

function faultsIn(body: Body, mayBeCopied: ReadonlySet<string>): FieldErrors {
  const errors: FieldErrors = {}
  if (body.preferredContact === 'email' && body.email === null) errors['Email'] = ['is required']
  if (body.preferredContact !== 'email' && body.phone === null) errors['Phone'] = ['is required']
  if (!body.ccdEmails.every(email => mayBeCopied.has(email.toLowerCase())))
    errors['CcdEmails'] = ['includes someone who is not one of your administrators']
  return errors
}

const requests = { email: 'by email', phone: 'by phone call', text: 'by text message' } as const

function letter(body: Body, caller: Caller, customerName: string): string {
  return [
    body.message,
    [
      `Asked by: ${caller.fullName}, ${customerName}`,
      `Please respond ${requests[body.preferredContact]}: ${body.preferredContact === 'email' ? body.email : body.phone}`,
      ...(body.ccdEmails.length > 0 ? [`Copied to: ${body.ccdEmails.join(', ')}`] : []),
    ].join('\n'),
  ].join('\n\n')
}

export function consultationRoutes(deps: ConsultationRouteDeps): Served[] {
  const { db, bus, queueEmail, meteorologistEmail } = deps

  /**
   * Returns the administrators of every group, even for an Assistant Admin: contacts are not secret inside an
   * organization.
   */
  async function administratorsOf(caller: Caller): Promise<{ fullName: string; email: string }[]> {
    const people = (await listUsers(db, caller.customerId)).filter(row => row.is_active)
    return people.flatMap(row =>
      row.email !== null && isAdminRole(personOf(row).role)
        ? [{ fullName: fullNameOf(row), email: row.email }]
        : [],
    )
  }

  return [
    serve(listConsultationCopies, ({ caller }) => administratorsOf(caller)),

    serve(askMeteorologist, async ({ caller, body, now, requestId }) => {
      if (meteorologistEmail === undefined)
        throw unavailable('No address is set for questions to the meteorologists.')
      const administrators = await administratorsOf(caller)
      const errors = faultsIn(body, new Set(administrators.map(({ email }) => email.toLowerCase())))
      if (Object.keys(errors).length > 0) throw badInput(errors)
      const person = await findUser(db, caller.customerId, caller.id)
      const text = letter(body, caller, person?.customer_name ?? '')
      const replyTo = body.email ?? caller.email
      await db.transaction().execute(async tx => {
        // Locks the person. Otherwise a question could be stored in the name of a person who is being deleted, and the
        // deletion would miss it.
        if (!(await lockUserForUpdate(tx, caller.customerId, caller.id))) throw notFound('Your account')
        if ((await countQuestionsSince(tx, caller.customerId, caller.id, later(now, -hourMs))) >= mostPerHour)
          throw tooMany(600)
        const id = await insertQuestion(tx, {
          customer_id: caller.customerId,
          user_id: caller.id,
          message: body.message,
          preferred_contact: body.preferredContact,
          email: body.email,
          phone: body.phone,
          copied_emails: [...body.ccdEmails],
          created_at: now,
        })
        for (const to of new Set([meteorologistEmail, ...body.ccdEmails])) {
          const email = {
            customerId: caller.customerId,
            authorId: caller.id,
            to,
            subject: `Question from ${caller.fullName}`,
            text,
            expiresAt: later(now, usefulMs),
            dedupeKey: `consultation ${id} ${to}`,
            ...(replyTo !== null && { replyTo }),
          }
          await queueEmail(tx, email, now)
        }
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'question asked to the meteorologists',
            target: `question ${id}`,
            after: body,
            requestId,
          },
          now,
        )
      })
      bus.publish('outbox-filled', {})
      return 'Our Meteorologists have received your question and will respond shortly.'
    }),
  ]
}
