import classes from './Import.module.css'
import { templateFor, templateName } from './template.ts'
import { saveFile } from '#web/data/requests/download.ts'
import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'

interface FileChooserProps {
  exampleGroup: string
  /** Up to two example locations for the template, to show how to list them. */
  examplePlaces: readonly string[]
  /** Whether another file was checked before. */
  isAgain: boolean
  isBusy: boolean
  onChoose: (file: File) => void
}

/** Accepts a file that is dropped or chosen. */
export function FileChooser({ exampleGroup, examplePlaces, isAgain, isBusy, onChoose }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }

  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      data-again={isAgain || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!isAgain && <IconFileImport size={32} stroke={1.5} aria-hidden />}
      <p>
        {isAgain
          ? 'Choose another file, or drop it here.'
          : 'Drop a CSV file here, or choose one. Each row is one person.'}
      </p>
      {!isAgain && (
        <p className={classes.help}>
          People are alerted for the locations in the Locations column: names of your organization’s
          locations, separated by semicolons.
        </p>
      )}
      <div className={classes.ways}>
        <Button data-autofocus variant="default" loading={isBusy} onClick={() => input.current?.click()}>
          Choose file
        </Button>
        {!isAgain && (
          <Button
            variant="subtle"
            onClick={() =>
              saveFile(
                new Blob([templateFor(exampleGroup, examplePlaces)], { type: 'text/csv' }),
                templateName,
              )
            }
          >
            Download template
          </Button>
        )}
      </div>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
          target.value = '' // lets people choose the same file again after fixing it
        }}
      />
    </div>
  )
}
