import type { Difference } from './differences.ts'
import classes from './OvertakenNote.module.css'
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

interface OvertakenNoteProps {
  rows: readonly Difference[]
  isBusy: boolean
  onKeepMine: () => void
  onUseTheirs: () => void
}

/** Someone else saved the same thing in the meantime. Shows both versions and asks which one to keep. */
export function OvertakenNote({ rows, isBusy, onKeepMine, onUseTheirs }: OvertakenNoteProps) {
  const note = useRef<HTMLElement>(null)
  // The note responds to the button click, so it gets the focus.
  useEffect(() => note.current?.focus(), [])
  return (
    <section ref={note} tabIndex={-1} className={classes.note} aria-labelledby="overtaken">
      <h3 id="overtaken" className={classes.title}>
        <IconUsers size={18} aria-hidden />
        Someone else changed this after you opened it.
      </h3>
      <div className={classes.scroller}>
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Saved now</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{mine}</td>
                <td>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.acts}>
        <Button variant="default" size="xs" disabled={isBusy} onClick={onUseTheirs}>
          Use theirs
        </Button>
        <Button size="xs" loading={isBusy} onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </section>
  )
}
