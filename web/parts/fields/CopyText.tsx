import classes from './CopyText.module.css'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'

interface CopyTextProps {
  label: string
  text: string
  about?: string
  /** Whether the field takes the focus, because it replaces a button that had it. */
  takesFocus?: boolean
}

export function CopyText({ label, text, about, takesFocus = false }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const id = useId()
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Browsers allow copying only over HTTPS and with permission. Otherwise the text is selected, so that one key
      // press copies it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      toast({ variant: 'info', header: 'The text is selected', text: 'Copy it with Ctrl+C or ⌘C.' })
    }
  }

  return (
    <div className={classes.copy}>
      <div className={classes.copyHead}>
        <h3 id={id}>{label}</h3>
        <Button
          ref={button}
          variant="default"
          size="xs"
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          aria-describedby={id}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {about !== undefined && <p>{about}</p>}
      <pre ref={shown} className={classes.code}>
        {text}
      </pre>
      <span className="visually-hidden" role="status">
        {isCopied && `${label}: copied`}
      </span>
    </div>
  )
}
