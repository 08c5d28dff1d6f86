import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import classes from './ChoiceMenu.module.css'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, type Icon } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'

export interface MenuChoice {
  readonly label: string
  readonly icon: Icon
  readonly onChoose: () => void
}

interface ChoiceMenuProps {
  children: ReactNode
  /** The button's accessible name, if its content is not enough. */
  label?: string | undefined
  choices: readonly MenuChoice[]
  disabled?: boolean
  /** Whether to omit border and chevron, for an icon-only button. */
  isQuiet?: boolean
}

/** A few actions behind one button. */
export function ChoiceMenu({ children, label, choices, disabled = false, isQuiet = false }: ChoiceMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      position="bottom-end"
      shadow="none"
      classNames={{ dropdown: classes.dropdown ?? '', item: classes.item ?? '' }}
    >
      <Menu.Target>
        <Button
          ref={button}
          variant={isQuiet ? 'subtle' : 'default'}
          size={isQuiet ? 'compact-sm' : 'sm'}
          disabled={disabled}
          aria-label={label}
          {...(!isQuiet && { rightSection: <IconChevronDown size={16} aria-hidden /> })}
        >
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label: text, icon: ChoiceIcon, onChoose }) => (
          <Menu.Item
            key={text}
            leftSection={<ChoiceIcon size={16} stroke={1.75} aria-hidden />}
            onClick={() => {
              button.current?.focus() // a dialog will return the focus here; this item will be gone by then
              onChoose()
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
