import { markNames, type MapMark } from './marks.ts'
import classes from './Markers.module.css'
import { IconBoltFilled, IconCheck, IconQuestionMark, type Icon } from '@tabler/icons-react'

const icons: Readonly<Record<MapMark, Icon>> = {
  delay: IconBoltFilled,
  unknown: IconQuestionMark,
  clear: IconCheck,
}

interface MarkIconProps {
  mark: MapMark
  /** The place's label. Without one the icon is only a sample. */
  label?: string
}

export function MarkIcon({ mark, label }: MarkIconProps) {
  const StateIcon = icons[mark]
  const named =
    label === undefined
      ? { 'aria-hidden': true }
      : { role: 'img', 'aria-label': `${label}: ${markNames[mark]}` }
  return (
    <span className={classes.mark} data-mark={mark} {...named}>
      <StateIcon size={14} stroke={3} aria-hidden />
    </span>
  )
}
