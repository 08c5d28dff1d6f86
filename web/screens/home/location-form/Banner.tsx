import classes from './LocationForm.module.css'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface BannerProps {
  tone: 'info' | 'warning'
  icon: Icon
  children: ReactNode
}

export function Banner({ tone, icon: ToneIcon, children }: BannerProps) {
  return (
    <div role="status" className={classes.banner} data-tone={tone}>
      <ToneIcon size={20} aria-hidden />
      <p>{children}</p>
    </div>
  )
}
