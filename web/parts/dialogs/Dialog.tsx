import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import classes from './Dialog.module.css'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

export interface DialogProps {
  title: string
  opened?: boolean
  onClose: () => void
  children: ReactNode
  /** A note that people should read before pressing a button: why saving failed, or that someone else saved first. */
  note?: ReactNode
  /** The buttons, with the primary one last. */
  actions: ReactNode
  /** For content that is shown only once, so a click outside does not close the dialog. */
  staysOnClickBeside?: boolean
  /** Another dialog is in front and handles the keyboard until it closes. */
  isCovered?: boolean
  /** For content side by side. */
  isWide?: boolean
  /** Nothing in the dialog can be changed, so Back closes it. */
  isReadOnly?: boolean
}

export function Dialog({
  title,
  opened = true,
  onClose,
  children,
  note,
  actions,
  staysOnClickBeside = false,
  isCovered = false,
  isWide = false,
  isReadOnly = false,
}: DialogProps) {
  useReturnFocus(opened)
  useBackCloses(opened && isReadOnly, onClose)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!staysOnClickBeside && !isCovered}
      centered
      size={isWide ? 820 : 460}
      padding="lg"
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
      }}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        {/* The kit renders a header element. Outside of main it would become the page's banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>
          <div className={classes.body}>{children}</div>
          <div className={classes.actions}>
            <div className={classes.note}>{note}</div>
            {actions}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
