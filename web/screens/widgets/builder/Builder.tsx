import { ShareDialog } from '#web/screens/widgets/ShareDialog.tsx'
import classes from './Builder.module.css'
import { LookCard, MessageCard, PlaceCard, SitesCard } from './Fields.tsx'
import { WidgetPreview } from './WidgetPreview.tsx'
import { useWidgetForm } from './use-widget-form.ts'
import { widgetBodyOf, widgetDraftInWords, widgetDraftOf } from './widget-draft.ts'
import type { Widget, WidgetChoices } from '#contract/messages/widgets'
import { embedCode } from '#domain/widgets/embed-code'
import { frameHeight } from '#domain/widgets/widget'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { useDeleteWidget, useWidget, useWidgetChoices } from '#web/data/messages/widgets.ts'
import { EditNote } from '#web/forms/edit/EditNote.tsx'
import { useFocusMarked } from '#web/parts/fields/use-focus-marked.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconShare, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'

const listPath = '/widgets'

const back = (
  <Button
    component={Link}
    to={listPath}
    variant="default"
    leftSection={<IconArrowLeft size={16} aria-hidden />}
  >
    Back to Widgets
  </Button>
)

/** Only Super Admin may edit other customers' widgets. */
export function Builder() {
  const { customerId = '' } = useParams()
  const me = useMe()
  const isOwn = Number(customerId) === me.customerId
  if (!isOwn && me.roleName !== 'SuperAdmin') return <Navigate to="/Unauthorized" replace />
  return <BuilderPage />
}

/** Fetches the widget, if there is one, and its building blocks first. */
function BuilderPage() {
  const { customerId = '', widgetId = '' } = useParams()
  const isNew = widgetId.toLowerCase() === 'builder'
  const asked = useWidget(isNew ? null : Number(widgetId))
  const choices = useWidgetChoices(Number(customerId))
  // The first response fills the form. Changes made later by others are reported on save.
  const [opened, setOpened] = useState<Widget>()
  if (!opened && asked.data && !asked.isFetching) setOpened(asked.data)
  const failed = asked.isError ? asked : choices.isError ? choices : null
  if (choices.data && (isNew || opened))
    return (
      <BuilderForm
        key={widgetId}
        opened={isNew ? null : (opened ?? null)}
        customerId={Number(customerId)}
        choices={choices.data}
      />
    )
  return (
    <>
      <PageHeader title="Widget Builder" actions={back} />
      {failed ? (
        <ErrorNote
          title="The widget could not be loaded"
          text={plainReason(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <p role="status">Loading...</p>
      )}
    </>
  )
}

interface BuilderFormProps {
  opened: Widget | null
  customerId: number
  choices: WidgetChoices
}

function BuilderForm({ opened, customerId, choices }: BuilderFormProps) {
  const navigate = useNavigate()
  const toList = () => void navigate(listPath)
  const [isLeaving, setLeaving] = useState(false)
  const form = useWidgetForm(opened, customerId, choices, () => setLeaving(true))
  const leaving = useLeaving(form.isChanged && !isLeaving)
  const [dialog, setDialog] = useState<'share' | 'delete' | null>(null)
  const { draft, newer, base: widget } = form
  const fields = useFocusMarked<HTMLFormElement>(form.failures)
  // Leaves only when the prompt about unsaved changes no longer applies.
  useEffect(() => {
    if (isLeaving) toList()
  })

  return (
    <>
      <PageHeader
        title="Widget Builder"
        tab={widget?.name ?? 'New widget'}
        sub={`${widget?.name ?? 'A new widget'} · ${choices.customerName}`}
        actions={back}
      />
      <div className={classes.page}>
        <form
          ref={fields}
          className={classes.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <PlaceCard form={form} choices={choices} />
          <LookCard form={form} choices={choices} />
          <MessageCard form={form} />
          <SitesCard form={form} />
          <EditNote form={form} inWords={each => widgetDraftInWords(each, choices)} />
          <div className={classes.acts}>
            {widget && (
              <Button
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDialog('delete')}
              >
                Delete
              </Button>
            )}
            <Button type="submit" loading={form.isBusy} disabled={newer !== null}>
              Save
            </Button>
          </div>
        </form>
        <div className={classes.side}>
          <Card title="Preview">
            <WidgetPreview draft={draft} customerId={customerId} />
          </Card>
          <EmbedCard widget={widget} isChanged={form.isChanged} onShare={() => setDialog('share')} />
        </div>
      </div>
      {leaving.question}
      {dialog === 'share' && widget && <ShareDialog widget={widget} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && widget && (
        <DeleteWidget widget={widget} onClose={() => setDialog(null)} onDeleted={() => setLeaving(true)} />
      )}
    </>
  )
}

interface EmbedCardProps {
  widget: Widget | null
  isChanged: boolean
  onShare: () => void
}

/** Shows the saved widget's code, because unsaved changes do not appear on any page. */
function EmbedCard({ widget, isChanged, onShare }: EmbedCardProps) {
  const settings = widget && widgetBodyOf(widgetDraftOf(widget))
  return (
    <Card
      title="Embed code"
      aside={
        widget && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconShare size={14} aria-hidden />}
            onClick={onShare}
          >
            Share
          </Button>
        )
      }
    >
      {widget && settings ? (
        <CopyText
          label="Paste this into your page"
          about={
            isChanged
              ? 'Save your changes first: pages show what is saved, and the code may change with it.'
              : 'Pages that show the widget reflect every change that you save here.'
          }
          text={embedCode({
            url: widget.embedUrl,
            locationName: widget.orgLocName,
            width: widget.width,
            height: frameHeight({
              type: widget.type,
              widgetConditions: widget.widgetConditions,
              widgetForecasts: widget.widgetForecasts,
              headerMessage: widget.headerMessage,
              policies: widget.policies.length,
            }),
          })}
        />
      ) : (
        <p className={classes.note}>Save the widget to get its code.</p>
      )}
    </Card>
  )
}

interface DeleteWidgetProps {
  widget: Widget
  onClose: () => void
  onDeleted: () => void
}

function DeleteWidget({ widget, onClose, onDeleted }: DeleteWidgetProps) {
  const remove = useDeleteWidget()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(widget.id)
      toast({ variant: 'success', header: 'Widget deleted.' })
      onDeleted()
    } catch (error) {
      toast({ variant: 'error', header: `Unable to delete widget. ${plainReason(error)}` })
    }
    onClose()
  }

  return (
    <RemoveDialog
      name={widget.name}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
