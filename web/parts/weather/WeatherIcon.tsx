import { weatherIconGroup, type WeatherIconGroup } from './weather-icon-group.ts'
import {
  IconCloud,
  IconCloudFog,
  IconCloudQuestion,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconHaze,
  IconHazeMoon,
  IconMist,
  IconMoon,
  IconSun,
  IconWind,
  type Icon,
} from '@tabler/icons-react'

const icons: Readonly<Record<WeatherIconGroup, readonly [day: Icon, night: Icon]>> = {
  clear: [IconSun, IconMoon],
  partly: [IconHaze, IconHazeMoon],
  cloud: [IconCloud, IconCloud],
  rain: [IconCloudRain, IconCloudRain],
  'heavy rain': [IconCloudRain, IconCloudRain],
  snow: [IconCloudSnow, IconCloudSnow],
  storm: [IconCloudStorm, IconCloudStorm],
  fog: [IconCloudFog, IconCloudFog],
  haze: [IconMist, IconMist],
  wind: [IconWind, IconWind],
  unknown: [IconCloudQuestion, IconCloudQuestion],
}

interface WeatherIconProps {
  code: string | null
  /** The weather code in words, read out and shown on hover. */
  text: string | null
  isDay: boolean
  size?: number
}

export function WeatherIcon({ code, text, isDay, size = 24 }: WeatherIconProps) {
  const [day, night] = icons[weatherIconGroup(code)]
  const SkyIcon = isDay ? day : night
  const name = text ?? 'Weather unknown'
  return <SkyIcon size={size} stroke={1.6} role="img" aria-label={name} title={name} />
}
