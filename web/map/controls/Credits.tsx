import classes from './Controls.module.css'
import { creditsOf } from './credits.ts'
import type { Map } from '#web/map/maplibre.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** From this width on, the credits fit without being folded into a button. */
const roomyPx = 560

/** Shows the credits of the map's data sources. */
export function Credits() {
  const { map } = useStandingMap()
  const [attribution, setAttribution] = useState('')
  const [isOpen, setOpen] = useState(() => map.getContainer().clientWidth >= roomyPx)

  useEffect(() => {
    const read = () => setAttribution(attributionOf(map))
    read()
    map.on('sourcedata', read)
    map.on('styledata', read)
    return () => {
      map.off('sourcedata', read)
      map.off('styledata', read)
    }
  }, [map])

  if (attribution === '') return null
  return (
    <div className={classes.credits}>
      {isOpen && (
        <p>
          {creditsOf(attribution).map(({ text, href }, at) =>
            href === null ? (
              <span key={at}>{text}</span>
            ) : (
              <a key={at} href={href} target="_blank" rel="noreferrer">
                {text}
              </a>
            ),
          )}
        </p>
      )}
      <button type="button" aria-label="Map data" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconInfoCircle size={16} aria-hidden />
      </button>
    </div>
  )
}

/** Returns the credits of the map's sources, from the base up, without duplicates. */
function attributionOf(map: Map): string {
  const sources = new Set(map.getLayersOrder().map(id => map.getLayer(id)?.source))
  const given = [...sources].map(source => source && map.getSource(source)?.attribution)
  return [...new Set(given.filter(credit => credit))].join(', ')
}
