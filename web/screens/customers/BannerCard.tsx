import { BannerDialog } from './BannerDialog.tsx'
import classes from './Customers.module.css'
import type { Customer } from '#contract/people/customers'
import { SafeHtml } from '#web/parts/page/SafeHtml.tsx'
import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'

export function BannerCard({ customer }: { customer: Customer }) {
  const [editing, setEditing] = useState(false)
  return (
    <section className={classes.banner} aria-label="Banner">
      <IconInfoCircle size={20} aria-hidden />
      {customer.banner === null ? (
        <p className={classes.none}>No banner is shown to {customer.name}.</p>
      ) : (
        <div>
          <SafeHtml html={customer.banner} />
        </div>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
        Edit banner
      </Button>
      {editing && <BannerDialog customer={customer} onClose={() => setEditing(false)} />}
    </section>
  )
}
