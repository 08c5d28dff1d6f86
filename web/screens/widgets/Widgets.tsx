import { CustomerPicker } from './CustomerPicker.tsx'
import { WidgetCard } from './WidgetCard.tsx'
import { builderPath, widgetsFound, widgetsPerPage } from './widget-search.ts'
import classes from './Widgets.module.css'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { useWidgets } from '#web/data/messages/widgets.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { CardPager } from '#web/parts/tables/CardPager.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Button } from '@mantine/core'
import { IconLayoutDashboard, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

/** Lists every widget that the viewer may edit. */
export function Widgets() {
  const me = useMe()
  const seesAll = me.roleName === 'SuperAdmin'
  const widgets = useWidgets(seesAll ? 'all' : me.customerId)
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const [isPicking, setPicking] = useState(false)
  const navigate = useNavigate()
  const found = widgetsFound(widgets.data ?? [], typed)
  const last = Math.max(0, Math.ceil(found.length / widgetsPerPage) - 1)
  const shownPage = Math.min(page, last)
  const add = () => (seesAll ? setPicking(true) : void navigate(builderPath(me.customerId, 'builder')))
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      Add Widget
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Widget Builder"
        tab="Widgets"
        sub="Live weather and lightning status for your own website"
        actions={widgets.data?.length ? addButton : undefined}
      />
      {widgets.isError ? (
        <ErrorNote
          title="Widgets could not be loaded"
          text={plainReason(widgets.error)}
          onRetry={() => void widgets.refetch()}
        />
      ) : widgets.data?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<IconLayoutDashboard size={32} stroke={1.5} aria-hidden />}
            title="Build your first widget – it's quick and simple!"
            text="Choose a location and what to show, then paste a line of code into your page. It updates automatically."
          >
            {addButton}
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className={classes.tools}>
            <TextInput
              className={classes.search}
              aria-label="Search widgets"
              placeholder={seesAll ? 'Search by widget or customer' : 'Search by name'}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={typed}
              onChange={event => {
                setTyped(event.currentTarget.value)
                setPage(0)
              }}
            />
          </div>
          {widgets.data && found.length === 0 && (
            <Card>
              <EmptyState title="No widgets found" text="Try another name." />
            </Card>
          )}
          <ul className={classes.grid} aria-label="Widgets" aria-busy={widgets.isPending}>
            {widgets.isPending
              ? [1, 2, 3].map(each => <li key={each} className={classes.waiting} />)
              : found
                  .slice(shownPage * widgetsPerPage, (shownPage + 1) * widgetsPerPage)
                  .map(widget => <WidgetCard key={widget.id} widget={widget} showsCustomer={seesAll} />)}
          </ul>
          <CardPager perPage={widgetsPerPage} page={shownPage} count={found.length} onTurn={setPage} />
        </>
      )}
      {isPicking && (
        <CustomerPicker
          onClose={() => setPicking(false)}
          onPick={id => void navigate(builderPath(id, 'builder'))}
        />
      )}
    </>
  )
}
