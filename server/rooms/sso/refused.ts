/** Why a person was rejected, as text for the administrator. The person sees less. */
export class SignOnRefused extends Error {}
