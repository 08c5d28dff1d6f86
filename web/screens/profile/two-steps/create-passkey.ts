import type { SignedCredential } from '#web/data/people/passkeys.ts'

/** Whether this browser reads and writes passkeys as JSON. Browsers that do not are years old. */
export function canCreatePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  )
}

/** Opens the browser's own dialog, in which the person creates a passkey. */
export async function createPasskey(options: Record<string, unknown>): Promise<SignedCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  if (!created) throw new DOMException('No passkey was created', 'NotAllowedError')
  const { id, response } = created.toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject, transports } = response
  return { id, clientDataJSON, attestationObject, transports: [...transports] }
}

/** Explains why the browser created no passkey; null if the error did not come from the browser. */
export function whyNotCreated(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  // Browsers do not distinguish between the two causes.
  if (error.name === 'NotAllowedError')
    return 'No passkey was created: it was canceled, or it took too long. Please try again.'
  if (error.name === 'SecurityError') return 'Your browser doesn’t allow passkeys at this address.'
  if (error.name === 'NotSupportedError' || error.name === 'ConstraintError')
    return 'This device can’t create a passkey that Skywarden accepts. Set up a screen lock, or use another device.'
  return 'Your browser could not create a passkey. Please try again.'
}
