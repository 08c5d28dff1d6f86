/** The type of number from which text messages are sent. It determines how long a mass message takes. */
export type SmsSender = 'short code' | 'toll-free' | 'messaging service' | 'long code'

/** Text message segments per second that North American networks allow. */
const partsPerSecond: Readonly<Record<SmsSender, number>> = {
  'short code': 100,
  'toll-free': 3,
  'messaging service': 10,
  'long code': 1,
}
const emailsPerSecond = 200

const tollFree = /^\+18(00|33|44|55|66|77|88)/

export function senderKind(from: string): SmsSender {
  if (from.startsWith('MG')) return 'messaging service'
  if (/^\d{5,6}$/.test(from)) return 'short code'
  return tollFree.test(from) ? 'toll-free' : 'long code'
}

/**
 * The text message alphabet (GSM 03.38) without its extension. Text with any other character needs more than twice the
 * space.
 */
const plainSigns = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-zÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü£¥§¿¡]*$/

/** Number of segments into which networks split a text. */
export function smsParts(text: string): number {
  const [alone, joined] = plainSigns.test(text) ? [160, 153] : [70, 67]
  return text.length <= alone ? 1 : Math.ceil(text.length / joined)
}

/** The time by which the last person receives a message, considering only the server and network limits. */
export function estimatedSeconds(of: {
  readonly texts: number
  readonly emails: number
  readonly message: string
  readonly sender: SmsSender | null
}): number {
  const texting = of.sender === null ? 0 : (of.texts * smsParts(of.message)) / partsPerSecond[of.sender]
  return Math.ceil(Math.max(texting, of.emails / emailsPerSecond))
}
