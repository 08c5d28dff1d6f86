import type { SwitchAct, SwitchedPart } from '#web/data/devices/hardware.ts'

interface SwitchWords {
  readonly menu: string
  readonly success: string
  readonly failure: string
  /** The effect of switching on people who rely on the unit. */
  readonly effect: string
}

/** The specification's texts, word for word. */
export const switchWords: Readonly<Record<SwitchedPart, Readonly<Record<SwitchAct, SwitchWords>>>> = {
  hardware: {
    disable: {
      menu: 'Disable hardware',
      success: 'Successfully disabled hardware',
      failure: 'Error disabling hardware',
      effect:
        'Skywarden will stop using this unit, and its siren will not sound, until someone enables it again.',
    },
    enable: {
      menu: 'Enable hardware',
      success: 'Successfully enabling hardware',
      failure: 'Error enabling hardware',
      effect: 'Skywarden will use this unit again.',
    },
  },
  OWS: {
    disable: {
      menu: 'Disable OWS',
      success: 'Successfully disabled OWS',
      failure: 'Error disabling OWS',
      effect: 'The siren will not sound, not even for lightning, until someone enables it again.',
    },
    enable: {
      menu: 'Enable OWS',
      success: 'Successfully enabled OWS',
      failure: 'Error enabling OWS',
      effect: 'The siren will sound for lightning again.',
    },
  },
}
