import {
  widgetBodyOf,
  widgetDraftOf,
  isSameWidget,
  widgetMergeRule,
  newWidgetDraft,
  policiesOf,
  widgetProblems,
  type WidgetDraft,
} from './widget-draft.ts'
import { updateWidget, type Widget, type WidgetChoices } from '#contract/messages/widgets'
import { mergeEdits } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useCreateWidget, useUpdateWidget } from '#web/data/messages/widgets.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** Preselects a choice if there is only one. */
function firstDraft(choices: WidgetChoices): WidgetDraft {
  const only = (list: readonly { id: number }[]) => (list.length === 1 ? (list[0]?.id ?? null) : null)
  return { ...newWidgetDraft, orgLocId: only(choices.locations), policyGroupId: only(choices.groups) }
}

/** Edits a widget or creates one, and saves it. */
export function useWidgetForm(
  opened: Widget | null,
  customerId: number,
  choices: WidgetChoices,
  onCreated: () => void,
) {
  const [widget, setWidget] = useState(opened)
  const [began] = useState(() => firstDraft(choices))
  const [draft, setDraft] = useState<WidgetDraft>(() => (opened ? widgetDraftOf(opened) : began))
  const [newer, setNewer] = useState<Widget | null>(null)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const create = useCreateWidget()
  const update = useUpdateWidget()
  const saving = widget ? update : create
  const toast = useToast()
  const attempts = useAttempts(inWords)
  const problems = widgetProblems(draft, policiesOf(choices, draft.policyGroupId))
  const before = widget ? widgetDraftOf(widget) : began

  function change(changed: Partial<WidgetDraft>) {
    setDraft(last => ({ ...last, ...changed }))
    if (saving.isError) saving.reset() // the rejected value is gone
  }

  async function send(over: Widget | null, wanted: WidgetDraft) {
    const body = widgetBodyOf(wanted)
    if (!body) return
    if (!over) {
      await create.mutateAsync({ ...body, customerId })
      toast({ variant: 'success', header: 'Widget created successfully.' })
      onCreated()
      return
    }
    const saved = await saveOver({
      base: over,
      draft: wanted,
      draftOf: widgetDraftOf,
      rule: widgetMergeRule,
      send: (merged, { id, version }) =>
        update.mutateAsync({ id, body: { ...body, ...widgetBodyOf(merged), version } }),
      currentIn: error => currentIn(updateWidget, error),
    })
    setWidget(saved)
    setDraft(widgetDraftOf(saved))
    setTried(false)
    toast({ variant: 'success', header: 'Widget updated successfully.' })
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updateWidget, error)
    setNewer(current ?? null)
    if (current) return null
    setFailures(count => count + 1)
    const lead = widget ? 'Unable to update widget. ' : 'Unable to create widget. '
    return { header: `${lead}${plainReason(error)}` }
  }

  async function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return setFailures(count => count + 1)
    await attempts.attempt(() => send(widget, draft))
  }

  /** Fields that both changed take the chosen side. Every other field takes the value of the person who changed it. */
  function settle(theirs: Widget, whose: 'mine' | 'theirs'): WidgetDraft {
    const merged = mergeEdits(before, draft, widgetDraftOf(theirs), widgetMergeRule)[whose]
    setWidget(theirs)
    setDraft(merged)
    setNewer(null)
    saving.reset()
    attempts.forget()
    return merged
  }

  return {
    widget,
    draft,
    newer,
    failures,
    failure: attempts.failure,
    isBusy: attempts.isRunning,
    isChanged: !isSameWidget(draft, before),
    errors: { ...fieldErrors(saving.error), ...(hasTried && problems) },
    change,
    submit,
    before,
    keepMine: () => newer && attempts.attempt(() => send(newer, settle(newer, 'mine'))),
    takeTheirs: (theirs: Widget) => void settle(theirs, 'theirs'),
  }
}
export type WidgetForm = ReturnType<typeof useWidgetForm>
