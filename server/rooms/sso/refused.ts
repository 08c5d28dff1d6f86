/** Why a sign-in was rejected, as text for the administrator. The person who signs in sees less. */
export class SignOnRefused extends Error {}
