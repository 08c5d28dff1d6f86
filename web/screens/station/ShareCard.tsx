import classes from './Station.module.css'
import type { WeatherStation } from '#contract/devices/stations'
import { plainReason } from '#web/data/requests/failures.ts'
import { useShareStation } from '#web/data/devices/stations.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { Switch } from '#web/parts/look/inputs.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

/** Opens the page to people without an account. The switch moves once the server has confirmed. */
export function ShareCard({ station }: { station: WeatherStation }) {
  const { id, isPublic } = station
  const share = useShareStation(String(id))
  const toast = useToast()

  async function change(next: boolean) {
    try {
      await share.mutateAsync(next)
    } catch (error) {
      toast({ variant: 'error', header: 'The page could not be changed', text: plainReason(error) })
    }
  }

  return (
    <Card>
      <div className={classes.share}>
        <Switch
          label="Public page"
          description="Anyone with the link can see this page without signing in. They cannot export data or change anything."
          checked={isPublic}
          disabled={share.isPending}
          onChange={event => void change(event.currentTarget.checked)}
        />
        {isPublic && <CopyText label="Public link" text={`${location.origin}/Historical/${id}`} />}
      </div>
    </Card>
  )
}
