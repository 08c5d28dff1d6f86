import classes from './Explorer.module.css'
import type { Slots } from '#web/charts/use-slots.ts'
import { Button } from '@mantine/core'
import { IconChartLine, IconTable, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface Readout {
  /** The time hovered over, or the whole range. */
  readonly when: string
  readonly cells: readonly { readonly label: string; readonly value: string }[]
}

export interface TableOf {
  readonly columns: readonly string[]
  /** One row per slot, with its name first. */
  readonly rows: readonly (readonly string[])[]
}

/**
 * Whether values are shown as a table. The card keeps this setting, so that it is not lost when other times are chosen.
 */
export interface TableSwitch {
  readonly isTable: boolean
  readonly setTable: (isTable: boolean) => void
}

interface ExplorerProps extends TableSwitch {
  /** Names the content for people who cannot see it. */
  name: string
  slots: Slots
  readout: Readout
  table: TableOf
  /** Whose clock and calendar apply. */
  foot: string
  /** The charts. */
  children: ReactNode
}

/** Shows charts over the same times with one shared readout, or the same values as a table. */
export function Explorer(props: ExplorerProps) {
  const { name, slots, readout, table, foot, isTable, setTable, children } = props
  return (
    <div className={classes.explorer}>
      <div className={classes.head}>
        <dl className={classes.readout}>
          <div>
            <dt className="visually-hidden">Shown</dt>
            <dd className={classes.when}>{readout.when}</dd>
          </div>
          {readout.cells.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.tools}>
          {!isTable && (
            <>
              <button type="button" aria-label={`Zoom in on ${name}`} onClick={slots.zoomIn}>
                <IconZoomIn size={18} aria-hidden />
              </button>
              <button
                type="button"
                aria-label={`Zoom out of ${name}`}
                disabled={!slots.isZoomed}
                onClick={slots.zoomOut}
              >
                <IconZoomOut size={18} aria-hidden />
              </button>
            </>
          )}
          {slots.isZoomed && (
            <Button variant="default" size="xs" onClick={slots.reset}>
              Reset zoom
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={
              isTable ? <IconChartLine size={15} aria-hidden /> : <IconTable size={15} aria-hidden />
            }
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Charts' : 'Table'}
          </Button>
        </div>
      </div>
      {isTable ? <Values name={name} slots={slots} table={table} /> : children}
      <p className={classes.foot}>{foot}</p>
    </div>
  )
}

function Values({ name, slots, table }: { name: string; slots: Slots; table: TableOf }) {
  return (
    <div className={classes.scroller} role="region" aria-label={`Table of ${name}`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {table.columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(slots.range.from, slots.range.to).map(([label = '', ...cells], index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
