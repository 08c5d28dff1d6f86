import { ShareDialog } from './ShareDialog.tsx'
import { builderPath } from './widget-search.ts'
import classes from './Widgets.module.css'
import type { Widget } from '#contract/messages/widgets'
import { conditionOf } from '#domain/widgets/conditions'
import { themes, widgetTypes } from '#domain/widgets/widget'
import { Button } from '@mantine/core'
import { IconMapPin, IconPencil, IconShare } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'

const shown = ({ type, primaryCondition, widgetConditions }: Widget) =>
  type === 0
    ? [primaryCondition, ...widgetConditions].map(code => conditionOf(code).name).join(', ')
    : type === 1
      ? 'Image from the weather station'
      : 'Radar around the location'

export function WidgetCard({ widget, showsCustomer }: { widget: Widget; showsCustomer: boolean }) {
  const id = useId()
  const [isSharing, setSharing] = useState(false)
  return (
    <li className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{widget.name}</h2>
        <span className={classes.kind}>
          {widgetTypes[widget.type]}, {themes[widget.theme].toLowerCase()}
        </span>
      </div>
      {showsCustomer && <p className={classes.dim}>{widget.customerName}</p>}
      <p className={classes.place}>
        <IconMapPin size={16} aria-hidden />
        {widget.orgLocName}
      </p>
      <p className={classes.dim}>{shown(widget)}</p>
      <div className={classes.acts}>
        <Button
          component={Link}
          to={builderPath(widget.customerId, widget.id)}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={`Open ${widget.name}`}
        >
          Open
        </Button>
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          aria-label={`Share ${widget.name}`}
          onClick={() => setSharing(true)}
        >
          Share
        </Button>
      </div>
      {isSharing && <ShareDialog widget={widget} onClose={() => setSharing(false)} />}
    </li>
  )
}
