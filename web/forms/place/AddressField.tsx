import { addressChoices, exactlyNamed, searchWords, type AddressChoice } from './address-choices.ts'
import classes from './AddressField.module.css'
import {
  choosePlace,
  keepCoordinates,
  nameCoordinates,
  pointOf,
  typeAddress,
  type PlaceChange,
  type PlaceDraft,
} from './place-draft.ts'
import { useAddressSearch, useNearest } from '#web/data/places/locations.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { Combobox, Loader, useCombobox, type ComboboxProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCurrentLocation, IconMapPin, IconPencil, IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'

interface AddressFieldProps {
  draft: PlaceDraft
  /** The reason, if the address cannot be changed. */
  fixed?: string | undefined
  error: string | undefined
  onChange: (change: PlaceChange) => void
  className?: string | undefined
  /** Where in the page the list is rendered; by default at the end of the page. */
  portalProps?: ComboboxProps['portalProps']
}

const longestAddress = 200
const typingPauseMs = 250
/** One letter would match half the country. */
const shortestSearch = 2

/** Searches while typing. Typed text is not a place until a listed place or the coordinates are accepted. */
export function AddressField(props: AddressFieldProps) {
  const { draft, fixed, error, onChange, className, portalProps } = props
  const list = useCombobox()
  const text = draft.address.trim()
  const isSearching = draft.addressIsOpen && text.length >= shortestSearch
  const { found, nearest } = useSearched(isSearching ? text : '', draft)
  const choices = addressChoices({ found, nearest, placeIsChosen: draft.placeIsChosen })
  const { openDropdown, closeDropdown, selectFirstOption, resetSelectedOption } = list

  // Whenever the list changes, the most likely place is preselected, so Enter accepts it.
  const listed = choices.map(keyOf).join('\n')
  useEffect(() => {
    if (listed === '') resetSelectedOption()
    else selectFirstOption()
  }, [listed, selectFirstOption, resetSelectedOption])

  function choose(choice: AddressChoice | undefined) {
    if (!choice) return
    if (choice.kind === 'found') onChange(before => choosePlace(before, choice.place))
    else if (choice.kind === 'nearest') onChange(before => nameCoordinates(before, choice.description))
    else onChange(keepCoordinates)
    closeDropdown()
  }

  function leave() {
    closeDropdown()
    const named = isSearching && found ? exactlyNamed(text, found) : undefined
    if (named) choose({ kind: 'found', place: named })
  }

  return (
    <div className={className}>
      <Combobox
        store={list}
        {...(portalProps && { portalProps })}
        classNames={{ dropdown: classes.dropdown ?? '', option: classes.listed ?? '' }}
        onOptionSubmit={value => choose(choices[Number(value)])}
      >
        <Combobox.Target autoComplete="off">
          <TextInput
            label="Address"
            placeholder="Search for a town or an address"
            description={fixed}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={isSearching && found === undefined ? <Loader size={16} /> : null}
            maxLength={longestAddress}
            disabled={fixed !== undefined}
            error={error}
            value={draft.address}
            onChange={event => {
              const { value } = event.currentTarget
              onChange(before => typeAddress(before, value))
              openDropdown()
            }}
            onFocus={() => openDropdown()}
            onBlur={leave}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isSearching}>
          <p className={classes.said}>{searchWords(text, found)}</p>
          <Combobox.Options aria-label="Places">
            {choices.map((choice, index) => (
              <Combobox.Option key={keyOf(choice)} value={String(index)}>
                <Choice choice={choice} draft={draft} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <span className="visually-hidden" role="status">
        {isSearching && found !== undefined ? searchWords(text, found) : ''}
      </span>
    </div>
  )
}

/** Returns the search result for the current text (pending, none, or places) and what is nearby. */
function useSearched(text: string, draft: PlaceDraft) {
  const [asked] = useDebouncedValue(text, typingPauseMs)
  const isCurrent = asked === text && text !== ''
  const search = useAddressSearch(isCurrent ? asked : '')
  const found = !isCurrent || search.isPending ? undefined : (search.data ?? null)
  // The fallback: what is near the current coordinates.
  const nearest = useNearest(found !== undefined && (found?.length ?? 0) === 0 ? pointOf(draft) : null)
  return { found, nearest: nearest.data?.description }
}

function keyOf(choice: AddressChoice): string {
  if (choice.kind !== 'found') return choice.kind
  const { address, latitude, longitude } = choice.place
  return `${address} ${latitude} ${longitude}`
}

function Choice({ choice, draft }: { choice: AddressChoice; draft: PlaceDraft }) {
  if (choice.kind === 'found') {
    return (
      <span className={classes.choice}>
        <IconMapPin size={16} aria-hidden />
        <span>{choice.place.address}</span>
      </span>
    )
  }
  const coordinates = `${draft.latitude}, ${draft.longitude}`
  const NearIcon = choice.kind === 'nearest' ? IconCurrentLocation : IconPencil
  return (
    <span className={classes.choice}>
      <NearIcon size={16} aria-hidden />
      <span className={classes.option}>
        {choice.kind === 'nearest' ? choice.description : `Keep “${draft.address.trim()}” as it is`}
        <small>At the coordinates {coordinates}</small>
      </span>
    </span>
  )
}
