import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import classes from './DetailsDialog.module.css'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface DetailsDialogProps {
  title: string
  sub?: string
  /** The preferred width in pixels. */
  size: number
  onClose: () => void
  children: ReactNode
}

/** A wide dialog with a card's details. On a phone it fills the screen. Mounted when it opens. */
export function DetailsDialog({ title, sub, size, onClose, children }: DetailsDialogProps) {
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  useReturnFocus(true)
  useBackCloses(true, onClose)
  return (
    <Modal.Root
      opened
      onClose={onClose}
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
          <div>
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            {sub !== undefined && <p className={classes.sub}>{sub}</p>}
          </div>
          <Modal.CloseButton className={classes.close ?? ''} aria-label={`Close ${title}`} />
        </Modal.Header>
        <div className={classes.body}>{children}</div>
      </Modal.Content>
    </Modal.Root>
  )
}
