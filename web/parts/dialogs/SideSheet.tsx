import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import classes from './Dialog.module.css'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

interface SideSheetProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows one list item next to the list. */
export function SideSheet({ title, opened, onClose, children }: SideSheetProps) {
  useReturnFocus(opened)
  useBackCloses(opened, onClose)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      padding="lg"
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
      }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header role="presentation">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
