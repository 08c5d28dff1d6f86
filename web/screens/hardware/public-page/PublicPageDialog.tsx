import classes from './PublicPage.module.css'
import { QrCode } from '#web/parts/page/QrCode.tsx'
import type { Hardware } from '#contract/devices/hardware'
import type { Siren } from '#contract/devices/sirens'
import { sirenPagePath } from '#domain/widgets/public-names'
import { useMe } from '#web/data/people/users.ts'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'

interface PublicPageDialogProps {
  unit: Hardware
  siren: Siren | undefined
  onEdit: () => void
  onClose: () => void
}

/** Shows a siren's public page: its URL, its QR code, and a sign to hang up next to the field. */
export function PublicPageDialog({ unit, siren, onEdit, onClose }: PublicPageDialogProps) {
  const { customerName } = useMe()
  const url = location.origin + sirenPagePath(customerName, unit.name)
  const place = siren?.locationName ?? unit.name
  const isOn = siren?.isPagePublic === true
  return (
    <Dialog
      title={`Public page of ${unit.name}`}
      onClose={onClose}
      actions={
        isOn ? (
          <>
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              Open
            </Button>
            <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
              Print sign
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          </>
        )
      }
    >
      {isOn ? (
        <>
          <p>
            Anyone who scans this code sees whether it is all clear here or how long the delay lasts. No
            sign-in needed.
          </p>
          <QrCode className={classes.code} text={url} label={`QR code of the public page of ${unit.name}`} />
          <CopyText label="Address" text={url} />
          {createPortal(<Sign place={place} url={url} />, document.body)}
        </>
      ) : (
        <p>This siren’s public page is off. Turn it on in the siren’s settings, under Edit.</p>
      )}
    </Dialog>
  )
}

/** Printed only. */
function Sign({ place, url }: { place: string; url: string }) {
  return (
    <section className={classes.sign} data-sign aria-hidden="true">
      <p className={classes.title}>Lightning status</p>
      <p className={classes.place}>{place}</p>
      <QrCode className={classes.large} text={url} label="QR code" />
      <p className={classes.what}>Scan to see whether it is All Clear, or how long the delay will last.</p>
      <p className={classes.url}>{url}</p>
      <p className={classes.roar}>When thunder roars, go indoors.</p>
    </section>
  )
}
