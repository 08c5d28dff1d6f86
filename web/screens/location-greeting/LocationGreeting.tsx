import { useMe } from '#web/data/people/users.ts'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { shownDay } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { useParams } from 'react-router'

export function LocationGreeting() {
  const { name = '' } = useParams()
  const { timeZone } = useMe()
  return <PageHeader title={`Hello, ${name}!`} tab={name} sub={shownDay(useNow(), timeZone)} />
}
