import classes from './CardPager.module.css'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface CardPagerProps {
  page: number
  perPage: number
  count: number
  onTurn: (page: number) => void
}

/** Renders nothing if all cards fit on one page. */
export function CardPager({ page, perPage, count, onTurn }: CardPagerProps) {
  if (count <= perPage) return null
  const first = page * perPage + 1
  const last = Math.min(first + perPage - 1, count)
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span role="status">
        {first}–{last} of {count}
      </span>
      <Button
        variant="default"
        size="xs"
        aria-label="Previous page"
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label="Next page"
        disabled={last === count}
        onClick={() => onTurn(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </Button>
    </nav>
  )
}
