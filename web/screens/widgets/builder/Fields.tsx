import classes from './Builder.module.css'
import { forecastWords, policiesOf, widthWords } from './widget-draft.ts'
import type { WidgetForm } from './use-widget-form.ts'
import type { WidgetChoices } from '#contract/messages/widgets'
import { mostSites } from '#domain/widgets/allowed-sites'
import {
  airSensorMiles,
  conditionCodes,
  conditionOf,
  forecastCodes,
  isAirCondition,
  type ConditionCode,
  type ForecastCode,
} from '#domain/widgets/conditions'
import { embedWidths, longestMessage, longestName, mostConditions } from '#domain/widgets/widget'
import { Card } from '#web/parts/page/Card.tsx'
import { errorOf, errorWithin } from '#web/parts/fields/field-errors.ts'
import { MultiSelect, Select, Switch, Textarea, TextInput } from '#web/parts/look/inputs.ts'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { IconInfoCircle } from '@tabler/icons-react'

interface FieldsProps {
  form: WidgetForm
  choices: WidgetChoices
}

const choicesOf = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: String(id), label: name }))
const idOf = (value: string | null) => (value === null ? null : Number(value))
const textOf = (id: number | null) => (id === null ? null : String(id))
const conditionChoices = conditionCodes.map(code => ({ value: String(code), label: conditionOf(code).name }))
const forecastChoices = forecastCodes.map(code => ({ value: String(code), label: forecastWords(code) }))

/** Fields for the widget's place, and for the policies that apply there. */
export function PlaceCard({ form, choices }: FieldsProps) {
  const { draft, errors, change } = form
  const policies = policiesOf(choices, draft.policyGroupId)
  return (
    <Card title="Widget">
      <div className={classes.fields}>
        <TextInput
          label="Name"
          withAsterisk
          maxLength={longestName}
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
          error={errorOf(errors, 'Name', 'Name')}
        />
        <Select
          label="Location"
          withAsterisk
          searchable
          allowDeselect={false}
          placeholder="Select a location"
          nothingFoundMessage="No location has this name"
          data={choicesOf(choices.locations)}
          value={textOf(draft.orgLocId)}
          onChange={value => change({ orgLocId: idOf(value) })}
          error={errorOf(errors, 'OrgLocId', 'Location')}
        />
        <Select
          label="Policy group"
          description="Its lightning radius counts at this location, with those of its other groups."
          withAsterisk
          allowDeselect={false}
          placeholder="Select a group"
          data={choicesOf(choices.groups)}
          value={textOf(draft.policyGroupId)}
          onChange={value => change({ policyGroupId: idOf(value) })}
          error={errorOf(errors, 'PolicyGroupId', 'Policy group')}
        />
        {draft.policyGroupId !== null &&
          (policies.length === 0 ? (
            <p className={classes.note}>This group does not have policies.</p>
          ) : (
            <ul className={classes.policies} aria-label="Policies of the group">
              {policies.map(({ id, policyTypeName, threshold, unit }) => (
                <li key={id}>
                  {policyTypeName}: {threshold} {unit}
                </li>
              ))}
            </ul>
          ))}
      </div>
    </Card>
  )
}

/** Fields for the widget's appearance, and for the weather it shows. */
export function LookCard({ form, choices }: FieldsProps) {
  const { draft, errors, change } = form
  const showsAir = [draft.primaryCondition, ...draft.widgetConditions].some(isAirCondition)
  const stations = draft.type === 1 ? choices.stations.filter(({ hasImage }) => hasImage) : choices.stations
  return (
    <Card title="Look">
      <div className={classes.fields}>
        <div className={classes.row}>
          <div>
            <p className={classes.label}>Type</p>
            <Segments
              label="Type"
              choices={[
                ['0', 'Default'],
                ['1', 'Image'],
                ['2', 'Radar'],
              ]}
              chosen={String(draft.type) as '0' | '1' | '2'}
              onChoose={type => change({ type: Number(type) as 0 | 1 | 2 })}
            />
          </div>
          <div>
            <p className={classes.label}>Theme</p>
            <Segments
              label="Theme"
              choices={[
                ['1', 'Light'],
                ['0', 'Dark'],
              ]}
              chosen={String(draft.theme) as '0' | '1'}
              onChoose={theme => change({ theme: Number(theme) as 0 | 1 })}
            />
          </div>
        </div>
        <Select
          label="Weather station"
          description={
            draft.type === 1
              ? 'The station whose camera is shown.'
              : 'Shows this station’s values. If none is selected, the nearest data is used.'
          }
          withAsterisk={draft.type === 1}
          clearable
          placeholder={draft.type === 1 ? 'Select a station' : 'Nearest'}
          data={choicesOf(stations)}
          value={textOf(draft.weatherStationId)}
          onChange={value => change({ weatherStationId: idOf(value) })}
          error={errorOf(errors, 'WeatherStationId', 'Weather station')}
        />
        {draft.type === 0 && (
          <>
            <div className={classes.row}>
              <Select
                label="Primary condition"
                allowDeselect={false}
                data={conditionChoices}
                value={String(draft.primaryCondition)}
                onChange={value =>
                  value !== null && change({ primaryCondition: Number(value) as ConditionCode })
                }
              />
              <TextInput
                label="Primary threshold"
                description={`Highlights values at or above this (${conditionOf(draft.primaryCondition).unit})`}
                inputMode="decimal"
                placeholder="None"
                value={draft.primaryThreshold}
                onChange={event => change({ primaryThreshold: event.currentTarget.value })}
                error={errorOf(errors, 'PrimaryThreshold', 'Primary threshold')}
              />
            </div>
            <MultiSelect
              label="Secondary conditions"
              description={`Up to ${mostConditions}`}
              maxValues={mostConditions}
              searchable
              clearable
              data={conditionChoices}
              value={draft.widgetConditions.map(String)}
              onChange={values =>
                change({ widgetConditions: values.map(value => Number(value) as ConditionCode) })
              }
              error={errorWithin(errors, 'WidgetConditions', 'Secondary conditions')}
            />
            {showsAir && (
              <p className={classes.note}>
                <IconInfoCircle size={16} aria-hidden />
                Air quality data is available only for locations within {airSensorMiles} miles of a sensor.
              </p>
            )}
            <div className={classes.row}>
              <Select
                label="Hourly forecast"
                allowDeselect={false}
                data={forecastChoices}
                value={String(draft.hourly)}
                onChange={value => value !== null && change({ hourly: Number(value) as ForecastCode })}
              />
              <Select
                label="Daily forecast"
                allowDeselect={false}
                data={forecastChoices}
                value={String(draft.daily)}
                onChange={value => value !== null && change({ daily: Number(value) as ForecastCode })}
              />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

const zoneName = () =>
  new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'your time'

export function MessageCard({ form }: Pick<FieldsProps, 'form'>) {
  const { draft, errors, change } = form
  return (
    <Card title="Header message">
      <div className={classes.fields}>
        <Textarea
          label="Message"
          description="Shown above the weather. Bold, italics, lists and links to https addresses can be written in HTML."
          autosize
          minRows={2}
          maxLength={longestMessage}
          value={draft.headerMessage}
          onChange={event => change({ headerMessage: event.currentTarget.value })}
          error={errorOf(errors, 'HeaderMessage', 'Message')}
        />
        <Switch
          label="No Expiration?"
          checked={draft.isWithoutExpiration}
          onChange={event => change({ isWithoutExpiration: event.currentTarget.checked })}
        />
        {!draft.isWithoutExpiration && (
          <TextInput
            type="datetime-local"
            label="Expires"
            description={`By ${zoneName()}`}
            value={draft.expiration}
            onChange={event => change({ expiration: event.currentTarget.value })}
            error={errorOf(errors, 'HeaderMessageExpiration', 'Expiration')}
          />
        )}
      </div>
    </Card>
  )
}

export function SitesCard({ form }: Pick<FieldsProps, 'form'>) {
  const { draft, errors, change } = form
  return (
    <Card title="Where it is shown">
      <div className={classes.fields}>
        <Select
          label="Width"
          allowDeselect={false}
          data={embedWidths.map(width => ({ value: String(width), label: widthWords(width) }))}
          value={String(draft.width)}
          onChange={value => value !== null && change({ width: value === 'null' ? null : Number(value) })}
          error={errorOf(errors, 'Width', 'Width')}
        />
        <Textarea
          label="Allowed sites"
          description={`One per line, such as https://www.school.edu, up to ${mostSites}. Leave it empty to let any site show the widget.`}
          autosize
          minRows={2}
          value={draft.allowedSites}
          onChange={event => change({ allowedSites: event.currentTarget.value })}
          error={errorWithin(errors, 'AllowedSites', 'Allowed sites')}
        />
      </div>
    </Card>
  )
}
