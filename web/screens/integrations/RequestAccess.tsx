import { useSupport } from '#web/data/people/customers.ts'
import { useMe } from '#web/data/people/users.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Button } from '@mantine/core'

/** Tells people whom to contact about a feature that they or their organization do not have. */
export function RequestAccess({ to, onClose }: { to: string; onClose: () => void }) {
  const { roleName } = useMe()
  const support = useSupport()
  const isAdmin = roleName === 'SuperAdmin' || roleName === 'Admin'
  const { email, phone } = support.data ?? {}
  const subject = encodeURIComponent(`Access to ${to}`)
  return (
    <Dialog title="Request Access" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>
        {isAdmin
          ? `${to} is not part of your organization’s plan yet. Support can turn it on for you.`
          : `You need additional permissions to use ${to}. Ask an administrator of your organization.`}
      </p>
      {isAdmin && email && (
        <p>
          Email <a href={`mailto:${email}?subject=${subject}`}>{email}</a>
        </p>
      )}
      {isAdmin && phone && (
        <p>
          Call <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </p>
      )}
      {isAdmin && !email && !phone && <p>Ask the operator of this Skywarden server.</p>}
    </Dialog>
  )
}
