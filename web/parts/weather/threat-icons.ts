import type { ThreatName } from '#domain/policies/threats'
import {
  IconAlertTriangle,
  IconBoltFilled,
  IconBuildingBroadcastTower,
  IconCloudRain,
  IconFlag,
  IconLungs,
  IconMessageReport,
  IconSunHigh,
  IconTemperatureMinus,
  IconTemperatureSun,
  IconUrgent,
  IconWind,
  type Icon,
} from '@tabler/icons-react'

/** One icon per threat, used everywhere. */
export const threatIcons: Readonly<Record<ThreatName, Icon>> = {
  Lightning: IconBoltFilled,
  WBGT: IconSunHigh,
  HEAT: IconTemperatureSun,
  CHILL: IconTemperatureMinus,
  PRECIP: IconCloudRain,
  WIND: IconWind,
  GUST: IconFlag,
  AQI: IconLungs,
  SIREN: IconBuildingBroadcastTower,
  NWS: IconUrgent,
  PROACTIVE_FORECAST: IconMessageReport,
  Other: IconAlertTriangle,
}
