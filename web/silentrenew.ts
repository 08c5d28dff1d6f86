import { UserManager } from 'oidc-client-ts'

// Only hands its own address to the page that opened this frame; nothing is exchanged or kept here.
const unused = { authority: location.origin, client_id: '', redirect_uri: '' }
await new UserManager(unused).signinSilentCallback()
