import classes from './Choices.module.css'
import { useId } from 'react'

interface ChoicesProps<Value extends string> {
  legend: string
  choices: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Lets people choose one of a few options. */
export function ChoiceList<Value extends string>({ legend, choices, chosen, onChoose }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
