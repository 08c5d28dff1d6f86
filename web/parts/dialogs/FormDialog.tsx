import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import classes from './FormDialog.module.css'
import { useFocusMarked } from '#web/parts/fields/use-focus-marked.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, type ReactNode } from 'react'

const listsId = 'form-dialog-lists'

/**
 * Where dropdowns open: above the scrolled content but inside the dialog, because screen readers ignore everything
 * outside it.
 */
export const insideForm = { target: `#${listsId}` } as const

interface FormDialogProps {
  title: string
  caption?: string | undefined
  /** The preferred width in pixels. */
  size: number
  /** Another dialog is in front and handles the keyboard until it closes. */
  isCovered: boolean
  /** Whether the fields are still loading. */
  isWaiting?: boolean
  /** How often saving has failed. After each failure the form scrolls to the top and focuses the first marked field. */
  failures?: number
  onClose: () => void
  onSubmit: () => void
  /** A note that people should read before pressing a button: why saving failed, or that someone else saved first. */
  note?: ReactNode
  footer: ReactNode
  children: ReactNode
}

/** A dialog around a long form. Its buttons stay visible, and on a phone it fills the screen. */
export function FormDialog(props: FormDialogProps) {
  const { title, caption, size, isCovered, onClose, onSubmit, note, footer, children } = props
  const { isWaiting = false, failures = 0 } = props
  const scroller = useFocusMarked<HTMLDivElement>(failures)
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  useReturnFocus(true)

  // The kit focuses the first field when the dialog opens. Fields that load later get the focus here.
  useEffect(() => {
    if (!isWaiting) scroller.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isWaiting, scroller])

  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!isCovered}
      fullScreen={isPhone ?? false}
      centered
      size={size}
      padding={0}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        {/* The kit renders a header element. Outside of main it would become the page's banner landmark. */}
        <Modal.Header role="presentation">
          <div className={classes.heading}>
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            {caption !== undefined && <p className={classes.caption}>{caption}</p>}
          </div>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <form
          noValidate
          className={classes.form}
          onSubmit={event => {
            event.preventDefault()
            onSubmit()
          }}
        >
          <div ref={scroller} className={classes.scroller}>
            {children}
          </div>
          <div className={classes.footer}>
            <div className={classes.note}>{note}</div>
            {footer}
          </div>
        </form>
        <div id={listsId} />
      </Modal.Content>
    </Modal.Root>
  )
}
