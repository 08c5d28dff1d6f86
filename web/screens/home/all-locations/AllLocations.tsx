import classes from './AllLocations.module.css'
import { countWords, groupedByDanger, groupings, isFound, type Grouping } from './listing.ts'
import { useTileKeys } from './tile-keys.ts'
import { PlaceTile } from './PlaceTile.tsx'
import { usePlacesByDanger } from './use-places-by-danger.ts'
import type { Location } from '#contract/places/locations'
import { useStream } from '#web/data/live/use-stream.ts'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'

const orders = [
  ['danger', 'Worst first'],
  ['name', 'By name'],
] as const
type Order = (typeof orders)[number][0]

const isOneOf = <Value extends string>(choices: readonly (readonly [Value, string])[], text: string | null) =>
  choices.find(([value]) => value === text)?.[0]
const readOrder = (kept: string | null): Order => isOneOf(orders, kept) ?? 'danger'
const readGrouping = (kept: string | null): Grouping => isOneOf(groupings, kept) ?? 'none'
const asIs = (value: string) => value

/** Shows every place with its state, however many there are. None is off-screen to the side. */
export function AllLocations({ locations }: { locations: readonly Location[] }) {
  const stream = useStream()
  const byName = useMemo(
    () =>
      locations.toSorted((one, other) => one.label.localeCompare(other.label, 'en-US', { numeric: true })),
    [locations],
  )
  const byDanger = usePlacesByDanger(byName, stream)
  const [text, setText] = useState('')
  const [order, setOrder] = useRemembered('skywarden:all-locations-order', readOrder, asIs)
  const [grouping, setGrouping] = useRemembered('skywarden:all-locations-groups', readGrouping, asIs)
  const page = useRef<HTMLDivElement>(null)
  useTileKeys(page)

  const ordered =
    order === 'danger'
      ? byDanger
      : byName.flatMap(location => byDanger.find(place => place.location.id === location.id) ?? [])
  const found = ordered.filter(place => isFound(place, text))
  return (
    <div ref={page} className={classes.page}>
      <PageHeader
        title="All locations"
        sub={countWords(byDanger)}
        actions={
          <Button
            component={Link}
            to="/"
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Dashboard
          </Button>
        }
      />
      <div className={classes.tools} role="search">
        <label className={classes.search}>
          <span className="visually-hidden">Search locations</span>
          <IconSearch size={16} aria-hidden />
          <input
            type="search"
            value={text}
            placeholder="Search by name or address"
            onChange={event => setText(event.currentTarget.value)}
          />
        </label>
        <PlainSelect
          aria-label="Order"
          value={order}
          onChange={event => setOrder(readOrder(event.currentTarget.value))}
        >
          {orders.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
        <PlainSelect
          aria-label="Groups"
          value={grouping}
          onChange={event => setGrouping(readGrouping(event.currentTarget.value))}
        >
          {groupings.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
      </div>
      <p className="visually-hidden" role="status">
        {text.trim() === '' ? '' : `${found.length} of ${locations.length} locations`}
      </p>
      {found.length === 0 && (
        <EmptyState title="No location matches" text="Try fewer letters, or clear the search." />
      )}
      <div className={classes.groups}>
        {groupedByDanger(found, grouping).map(({ key, title, places }) => (
          <section key={key} aria-label={title ?? 'Locations'}>
            {title !== null && (
              <h2 className={classes.groupTitle}>
                {title} <span>{places.length}</span>
              </h2>
            )}
            <ul className={classes.grid}>
              {places.map(({ location, warned }) => (
                <PlaceTile key={location.id} location={location} warned={warned} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
