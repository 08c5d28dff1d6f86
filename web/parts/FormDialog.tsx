import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import classes from './FormDialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, type ReactNode } from 'react'

const listsId = 'form-dialog-lists'

/** Where lists unfold: above what is scrolled, yet in the dialog, since a reader in it knows of nothing outside. */
export const insideForm = { target: `#${listsId}` } as const

interface FormDialogProps {
  title: string
  caption?: string | undefined
  /** The width in pixels where there is room for it. */
  size: number
  /** Another dialog stands in front: the keyboard is its own until it goes. */
  isCovered: boolean
  /** Its fields are still asked for. */
  isWaiting?: boolean
  /** How often saving has failed. Each time the form goes to its top, and to the first field that is marked. */
  failures?: number
  onClose: () => void
  onSubmit: () => void
  /** What is to be known before a button is pressed: why it is not saved, or who was faster. */
  note?: ReactNode
  footer: ReactNode
  children: ReactNode
}

/** A dialog around a long form. Its buttons stay in sight, and on a phone it fills the screen. */
export function FormDialog(props: FormDialogProps) {
  const { title, caption, size, isCovered, onClose, onSubmit, note, footer, children } = props
  const { isWaiting = false, failures = 0 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  useReturnFocus(true)

  // The kit looks for the first field when the dialog opens; fields that come later are given the focus here.
  useEffect(() => {
    if (!isWaiting) scroller.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isWaiting])

  const seen = useRef(failures)
  useEffect(() => {
    if (seen.current === failures) return
    seen.current = failures
    scroller.current?.scrollTo({ top: 0 })
    scroller.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])

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
        {/* The kit makes it a header element, which outside main would count as the page's banner. */}
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
