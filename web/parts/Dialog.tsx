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

interface DialogProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
  /** What is to be known before a button is pressed: why it is not saved, or who was faster. */
  note?: ReactNode
  /** The buttons, the one that goes on last. */
  actions: ReactNode
  /** For what is shown only once: a click beside the dialog does not lose it. */
  staysOnClickBeside?: boolean
  /** Another dialog stands in front: the keyboard is its own until it goes. */
  isCovered?: boolean
  /** For what stands side by side. */
  isWide?: boolean
  /** Nothing can be changed in it: Back closes it. */
  isReadOnly?: boolean
}

export function Dialog({
  title,
  opened,
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
        {/* The kit makes it a header element, which outside main would count as the page's banner. */}
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
