import { playSpeech } from './play-speech.ts'
import { fetchSpeech } from '#web/data/devices/public-address.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconPlayerStop, IconVolume } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** Lets the author of a message listen to it before anyone else hears it. */
export function ListenButton({ message, disabled }: { message: string; disabled: boolean }) {
  const [playing, setPlaying] = useState<AbortController>()
  const toast = useToast()
  useEffect(() => () => playing?.abort(), [playing])

  async function listen() {
    const stop = new AbortController()
    setPlaying(stop)
    try {
      await playSpeech(message, await fetchSpeech(message, stop.signal), stop.signal)
    } catch {
      if (!stop.signal.aborted)
        toast({
          variant: 'error',
          header: 'The message could not be played',
          text: 'You can still send it. Check this device’s sound settings.',
        })
    }
    setPlaying(undefined)
  }

  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={playing ? <IconPlayerStop size={16} aria-hidden /> : <IconVolume size={16} aria-hidden />}
      disabled={!playing && disabled}
      onClick={() => (playing ? playing.abort() : void listen())}
    >
      {playing ? 'Stop' : 'Listen'}
    </Button>
  )
}
