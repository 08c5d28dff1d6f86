import classes from './SingleSignOn.module.css'
import { TextInput } from '#web/parts/look/inputs.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'

/** A value to copy into a form on another site. */
export function CopyField({
  label,
  value,
  description,
  copied = `${label} copied to clipboard`,
}: {
  label: string
  value: string
  description?: string
  /** The message after copying. */
  copied?: string
}) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast({ variant: 'success', header: copied })
    } catch {
      // Browsers allow copying only over HTTPS and with permission. Otherwise the text is selected, so that one key
      // press copies it.
      input.current?.select()
      toast({ variant: 'info', header: 'The text is selected', text: 'Copy it with Ctrl+C or ⌘C.' })
    }
  }

  return (
    <div className={classes.copy}>
      <TextInput
        ref={input}
        label={label}
        description={description}
        readOnly
        value={value}
        onFocus={event => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        aria-label={`Copy ${label}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  )
}
