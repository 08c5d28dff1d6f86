import type { NewInstrument } from './AddInstrument.tsx'
import classes from './Instruments.module.css'
import type { Setup } from './setup-shape.ts'
import { askedText, setupOf } from './setup-text.ts'
import type { Instrument } from '#contract/devices/instruments'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'

interface SetUpProps {
  instrument: Pick<Instrument, 'make' | 'senderId'>
  fresh: NewInstrument
}

/** Shows what to type into the station's own app, with the key, which is shown only once. */
export function SetUp({ instrument: { make, senderId }, fresh }: SetUpProps) {
  const setup = setupOf(make, { senderId, ...fresh }, window.location)
  if (!setup) return <p>{askedText(make)}</p>
  return (
    <div className={classes.setUp}>
      <WarningNote
        title="Type or copy this now"
        text="The key in it is shown only once. If you lose it, give the instrument a new key."
      />
      {setup.warnings.map(({ title, text }) => (
        <WarningNote key={title} title={title} text={text} />
      ))}
      <ul className={classes.where}>
        {setup.where.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <TypedFields setup={setup} />
      {setup.curl !== null && (
        <details className={classes.try}>
          <summary>No station at hand? Try it from a terminal</summary>
          <CopyText label="Command" about="Sends one message as the station would." text={setup.curl} />
        </details>
      )}
    </div>
  )
}

function TypedFields({ setup }: { setup: Setup }) {
  return (
    <div className={classes.typed}>
      {setup.fields.map(({ label, text, about, isFile }) => (
        <div key={label} className={isFile ? classes.wide : ''}>
          <CopyText label={label} text={text} {...(about !== undefined && { about })} />
        </div>
      ))}
    </div>
  )
}
