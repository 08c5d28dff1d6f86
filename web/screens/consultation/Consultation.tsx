import classes from './Consultation.module.css'
import { firstDraft, questionOf, type QuestionDraft } from './question-draft.ts'
import { ConsultationResult } from './ConsultationResult.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { SupportCard } from './SupportCard.tsx'
import { useAskMeteorologist } from '#web/data/people/consultation.ts'
import { useSupport } from '#web/data/people/customers.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useState } from 'react'

export function Consultation() {
  const me = useMe()
  const support = useSupport()
  const asking = useAskMeteorologist()
  const [draft, setDraft] = useState(() => firstDraft(me))
  const errors = fieldErrors(asking.error)
  // A field error can be fixed in the form. Only other failures replace the form.
  const hasFailed = asking.isError && Object.keys(errors).length === 0

  const attempts = useAttempts(error => ({ header: `Error submitting request: ${plainReason(error)}` }))
  const leaving = useLeaving(draft.message.trim() !== '' && !asking.isSuccess)

  const send = () => attempts.attempt(async () => void (await asking.mutateAsync(questionOf(draft))))

  function change(changed: Partial<QuestionDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (asking.isError) asking.reset()
  }

  function startAgain() {
    setDraft(firstDraft(me))
    asking.reset()
  }

  return (
    <>
      <PageHeader
        title="Ask a Meteorologist"
        sub="Our meteorologists answer questions about the weather at your locations"
      />
      <div className={classes.page}>
        <Card title="Your question">
          {asking.isSuccess && <ConsultationResult kind="success" text={asking.data} onGoOn={startAgain} />}
          {hasFailed && (
            <ConsultationResult
              kind="failure"
              supportEmail={support.data?.email}
              onGoOn={() => asking.reset()}
            />
          )}
          {!asking.isSuccess && !hasFailed && (
            <QuestionForm
              draft={draft}
              errors={errors}
              ownEmail={me.email}
              isSending={attempts.isRunning}
              onChange={change}
              onSend={() => void send()}
            />
          )}
        </Card>
        <SupportCard />
      </div>
      {leaving.question}
    </>
  )
}
