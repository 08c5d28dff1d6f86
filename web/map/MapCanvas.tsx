import { groundOf, type MapStyle } from './colours.ts'
import classes from './Map.module.css'
import { MapLost } from './MapLost.tsx'
import { openMap, type MapStart, type MapState, type OpenMap } from './open-map.ts'
import { StandingMapContext } from './standing-map.ts'
import { fetchMapStyle, isAnswered, useMapGrounds } from '#web/data/weather/map-grounds.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

interface MapCanvasProps {
  base: MapStyle
  /** Describes the map's content in words. */
  label: string
  /** Used only for the first view. Afterwards the children may move the map. */
  start: MapStart
  /** Layers and controls. */
  children: ReactNode
}

/** How long lost graphics may take to recover before they are recreated. */
const longestLossMs = 10_000

const source = { fetchStyle: fetchMapStyle, isAnswered }

/**
 * The base map with its children on top. Scrolling over it scrolls the page. Once clicked or focused by keyboard, it
 * also responds to the wheel and to one finger.
 */
export function MapCanvas(props: MapCanvasProps) {
  const [attempt, setAttempt] = useState(0)
  const [hasStood, setStood] = useState(false)
  const retry = useCallback(() => setAttempt(count => count + 1), [])
  const stand = useCallback(() => setStood(true), [])
  return <OneMap key={attempt} {...props} hasStood={hasStood} onStand={stand} onRetry={retry} />
}

interface OneMapProps extends MapCanvasProps {
  /** Whether this browser has drawn the map before, so that a later failure is expected to be temporary. */
  hasStood: boolean
  onStand: () => void
  onRetry: () => void
}

function OneMap({ base, label, start, children, hasStood, onStand, onRetry }: OneMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const opened = useRef<OpenMap>(null)
  const grounds = useMapGrounds()
  const [first] = useState({ ground: { style: base, grounds }, start })
  const [state, setState] = useState<MapState>({ kind: 'loading' })
  const [isGroundMissing, setGroundMissing] = useState(false)

  useEffect(() => {
    if (!container.current) return
    const listener = { onState: setState, onGroundMissing: setGroundMissing }
    const open = openMap(container.current, first.ground, source, first.start, listener)
    opened.current = open
    if (!open) setState({ kind: 'lost', reason: 'no-webgl' })
    return () => open?.close()
  }, [first])

  const standing = state.kind === 'standing' ? state.standing : null
  const given = useMemo(() => standing && { ...standing, base: groundOf(base) }, [standing, base])

  // Runs after the effects of the inner layers, which have adopted the new colors by then.
  useEffect(() => opened.current?.setGround({ style: base, grounds }), [base, grounds])

  useEffect(() => {
    const canvas = standing?.map.getCanvas()
    canvas?.setAttribute('role', 'application')
    canvas?.setAttribute('aria-roledescription', 'map')
    canvas?.setAttribute('aria-label', label)
  }, [standing, label])

  useEffect(() => {
    if (standing) onStand()
  }, [standing, onStand])

  const lost = state.kind === 'lost' ? (hasStood ? 'context-lost' : state.reason) : null
  useEffect(() => {
    if (lost !== 'context-lost') return
    const timer = setTimeout(onRetry, longestLossMs)
    return () => clearTimeout(timer)
  }, [lost, onRetry])

  return (
    <div
      className={classes.frame}
      data-state={state.kind === 'standing' && state.isIdle ? 'idle' : state.kind}
    >
      <div ref={container} className={classes.canvas} />
      {given && <StandingMapContext value={given}>{children}</StandingMapContext>}
      {given && isGroundMissing && (
        <p className={classes.note} role="status">
          Part of the map background could not be loaded. Everything drawn on it is correct.
        </p>
      )}
      {lost && <MapLost reason={lost} onRetry={onRetry} />}
    </div>
  )
}
