import classes from './Popups.module.css'
import { strikePopupFacts } from './strike-text.ts'
import { lightningOverlays } from '#web/map/layers/LightningClusters.tsx'
import { layerId } from '#web/map/overlays.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import type { ShownStrike } from '#web/map/weather/use-layers.ts'
import { useEffect, useState } from 'react'

interface StrikeHintProps {
  strikes: readonly ShownStrike[]
  zone: string
}

interface Hovered {
  readonly index: number
  readonly x: number
  readonly y: number
}

const offPx = 14

/** Describes the strike under the pointer. People without a pointer open its popup instead. */
export function StrikeHint({ strikes, zone }: StrikeHintProps) {
  const { map } = useStandingMap()
  const [hovered, setHovered] = useState<Hovered | null>(null)

  useEffect(() => {
    const layers = lightningOverlays.map(name => layerId(name, 'one'))
    const over = map.on('mousemove', layers, ({ features, point }) => {
      const index = Number(features?.[0]?.properties['index'])
      setHovered(Number.isInteger(index) ? { index, x: point.x, y: point.y } : null)
    })
    const out = map.on('mouseleave', layers, () => setHovered(null))
    return () => {
      over.unsubscribe()
      out.unsubscribe()
    }
  }, [map])

  const strike = hovered && strikes[hovered.index]
  if (!strike) return null
  const isRight = hovered.x > map.getContainer().clientWidth / 2
  const left = isRight ? `calc(${hovered.x - offPx}px - 100%)` : `${hovered.x + offPx}px`
  return (
    <div
      className={classes.hint}
      role="tooltip"
      style={{ transform: `translate(${left}, ${hovered.y + offPx}px)` }}
    >
      {strikePopupFacts(strike, zone)
        .map(({ value }) => value)
        .join(' · ')}
    </div>
  )
}
