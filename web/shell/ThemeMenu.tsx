import { BarMenu } from './BarMenu.tsx'
import menu from './BarMenu.module.css'
import classes from './TopBar.module.css'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react'

const choices: Readonly<Record<MantineColorScheme, { label: string; icon: Icon }>> = {
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
  auto: { label: 'Match system', icon: IconDeviceDesktop },
}

const order = ['light', 'dark', 'auto'] as const

export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label: current, icon: CurrentIcon } = choices[colorScheme]
  return (
    <BarMenu
      className={classes.button}
      label={`Theme: ${current}`}
      button={<CurrentIcon size={20} stroke={1.75} aria-hidden />}
    >
      {order.map(scheme => {
        const { label, icon: ChoiceIcon } = choices[scheme]
        return (
          <button
            key={scheme}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            aria-checked={scheme === colorScheme}
            className={menu.item}
            onClick={() => setColorScheme(scheme)}
          >
            <ChoiceIcon size={18} stroke={1.75} aria-hidden />
            {label}
            {scheme === colorScheme && <IconCheck size={16} aria-hidden />}
          </button>
        )
      })}
    </BarMenu>
  )
}
