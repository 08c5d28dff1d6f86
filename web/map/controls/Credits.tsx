import classes from './Controls.module.css'
import { creditsOf } from './credits.ts'
import { baseSource, satelliteSource } from '#web/map/style.ts'
import type { Map } from '#web/map/maplibre.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** From this width on there is room for the credits without their button. */
const roomyPx = 560

/** Whose data the map is drawn from, as its files say. */
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
          {creditsOf(attribution).map(({ text, href }) =>
            href === null ? (
              <span key={text}>{text}</span>
            ) : (
              <a key={text} href={href} target="_blank" rel="noreferrer">
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

function attributionOf(map: Map): string {
  const given = [satelliteSource, baseSource].map(source => map.getSource(source)?.attribution)
  return given.filter(credit => credit !== undefined).join(', ')
}
