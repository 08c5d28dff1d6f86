import classes from './Standards.module.css'
import { offersOf, type StandardOffer } from './standard-choice.ts'
import type { WirePolicyStandard } from '#contract/places/policy-changes'
import { thresholdWords } from '#domain/policies/policy'
import { policyTypeOf } from '#domain/policies/policy-types'
import { useId } from 'react'

interface StandardOffersProps {
  standard: WirePolicyStandard
  ticked: ReadonlySet<string>
  errors: ReadonlyMap<string, string>
  onToggle: (offer: StandardOffer) => void
}

/** Shows a standard with its source and checkboxes for its policies. */
export function StandardOffers({ standard, ticked, errors, onToggle }: StandardOffersProps) {
  const id = useId()
  return (
    <section className={classes.offers} aria-labelledby={id}>
      <h3 id={id}>{standard.name}</h3>
      <p>{standard.summary}</p>
      <p className={classes.source}>
        Source: {standard.source}
        {standard.sourceUrl !== null && (
          <>
            {' '}
            <a href={standard.sourceUrl} target="_blank" rel="noreferrer">
              Read it
            </a>
          </>
        )}
      </p>
      {offersOf(standard).map(offer => (
        <Choice
          key={offer.key}
          offer={offer}
          isTicked={ticked.has(offer.key)}
          error={errors.get(offer.key)}
          onToggle={() => onToggle(offer)}
        />
      ))}
    </section>
  )
}

interface ChoiceProps {
  offer: StandardOffer
  isTicked: boolean
  error: string | undefined
  onToggle: () => void
}

function Choice({ offer: { policy }, isTicked, error, onToggle }: ChoiceProps) {
  const { policyTypeShortName: type, threshold, allClearMinutes } = policy
  const id = useId()
  return (
    <div className={classes.offer} data-ticked={isTicked || undefined}>
      <label>
        <input
          type="checkbox"
          checked={isTicked}
          aria-describedby={`${id}-more`}
          aria-invalid={error !== undefined || undefined}
          onChange={onToggle}
        />
        <span>
          {policyTypeOf(type).displayName} at {thresholdWords(type, threshold)}
        </span>
      </label>
      <div id={`${id}-more`} className={classes.more}>
        <p>
          All clear after {allClearMinutes} min. “{policy.message}”
        </p>
        {error !== undefined && <p className={classes.error}>{error}</p>}
      </div>
    </div>
  )
}
