import {
  widgetBodyOf,
  widgetDraftOf,
  widgetMergeRule,
  newWidgetDraft,
  policiesOf,
  widgetProblems,
  type WidgetDraft,
} from './widget-draft.ts'
import { updateWidget, type Widget, type WidgetChoices } from '#contract/messages/widgets'
import { useCreateWidget, useUpdateWidget } from '#web/data/messages/widgets.ts'
import { currentIn, plainReason } from '#web/data/requests/failures.ts'
import { useEditForm } from '#web/forms/edit/use-edit-form.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** Preselects a value if there is only one choice. */
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
  const [began] = useState(() => firstDraft(choices))
  const create = useCreateWidget()
  const update = useUpdateWidget()
  const toast = useToast()
  const form = useEditForm({
    opened,
    draftOf: widget => (widget ? widgetDraftOf(widget) : began),
    rule: widgetMergeRule,
    saving: opened ? update : create,
    async send(draft, over): Promise<Widget | null> {
      const body = widgetBodyOf(draft)
      if (!body) throw new Error('A widget without its choices is not sent')
      if (over) return update.mutateAsync({ id: over.id, body: { ...body, version: over.version } })
      await create.mutateAsync({ ...body, customerId })
      return null
    },
    currentIn: error => currentIn(updateWidget, error),
    problemsOf: draft => widgetProblems(draft, policiesOf(choices, draft.policyGroupId)),
    failureOf(error) {
      const lead = opened ? 'Unable to update widget. ' : 'Unable to create widget. '
      return { header: `${lead}${plainReason(error)}` }
    },
    onSaved(saved) {
      const header = saved ? 'Widget updated successfully.' : 'Widget created successfully.'
      toast({ variant: 'success', header })
      if (saved) form.startFrom(saved)
      else onCreated()
    },
  })
  return form
}
export type WidgetForm = ReturnType<typeof useWidgetForm>
