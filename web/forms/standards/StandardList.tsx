import { hasTwoOfAType } from './standard-choice.ts'
import { StandardOffers } from './StandardOffers.tsx'
import classes from './Standards.module.css'
import type { StandardChoice } from './use-standard-choice.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { IconInfoCircle } from '@tabler/icons-react'

/** Lists every standard with checkboxes for its policies. */
export function StandardList({ choice }: { choice: StandardChoice }) {
  const { standards, ticked, errors, chosen, toggle } = choice
  return (
    <>
      {standards.isError && (
        <ErrorNote
          title="Standards could not be loaded"
          text={plainReason(standards.error)}
          onRetry={() => void standards.refetch()}
        />
      )}
      <div className={classes.standards}>
        {standards.data?.map(standard => (
          <StandardOffers
            key={standard.id}
            standard={standard}
            ticked={ticked}
            errors={errors}
            onToggle={toggle}
          />
        ))}
      </div>
      <div role="status">
        {hasTwoOfAType(chosen) && (
          <p className={classes.note}>
            <IconInfoCircle size={16} aria-hidden />
            If a group has several policies of one type, the strictest applies. Add them for different groups,
            or choose one.
          </p>
        )}
      </div>
    </>
  )
}
