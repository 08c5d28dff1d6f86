import { useQuery } from '@tanstack/react-query'

/** Returns a QR code's dark squares as one path, row by row, in a square of one unit per module. */
export function qrPath(size: number, isDark: (row: number, column: number) => boolean): string {
  const runs: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!isDark(row, column)) continue
      const from = column
      while (column < size && isDark(row, column)) column++
      runs.push(`M${from} ${row}h${column - from}v1h-${column - from}z`)
    }
  }
  return runs.join('')
}

/** Enough error correction for a sign outdoors that is dirty or torn. */
const correction = 'Q'
const quietSquares = 4

async function drawn(text: string): Promise<{ size: number; path: string }> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: correction })
  return { size: modules.size, path: qrPath(modules.size, (row, column) => modules.get(row, column) === 1) }
}

/**
 * Draws a QR code. The encoder is loaded only where a code is shown. Black on white in both themes, because cameras
 * need that.
 */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className?: string | undefined
}) {
  const code = useQuery({
    queryKey: ['qr', text],
    queryFn: () => drawn(text),
    staleTime: Infinity,
    retry: false,
  })
  if (code.isError) return <p>The QR code could not be drawn. Reload and try again.</p>
  if (!code.data) return <p role="status">Loading...</p>
  const { size, path } = code.data
  const all = size + 2 * quietSquares
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`${-quietSquares} ${-quietSquares} ${all} ${all}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quietSquares} y={-quietSquares} width={all} height={all} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
