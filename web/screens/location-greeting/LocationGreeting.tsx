import { useMe } from '#web/data/users.ts'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import { shownDay } from '#web/parts/times.ts'
import { useNow } from '#web/parts/use-now.ts'
import { useParams } from 'react-router'

export function LocationGreeting() {
  const { name = '' } = useParams()
  const { timeZone } = useMe()
  return <PageHeader title={`Hello, ${name}!`} tab={name} sub={shownDay(useNow(), timeZone)} />
}
