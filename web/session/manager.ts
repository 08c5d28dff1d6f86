import { askWithoutFrame } from './ask-without-frame.ts'
import { remembered } from './remembered.ts'
import { setSession, type SignedIn } from './store.ts'
import {
  InMemoryWebStorage,
  UserManager,
  WebStorageStateStore,
  type User,
  type UserManagerSettings,
} from 'oidc-client-ts'

export const clientId = 'skywarden-web'

const provider = `${location.origin}/identity`

const settings: UserManagerSettings = {
  authority: provider,
  // Our own provider's. To ask it for them would be one more journey before anything can be shown.
  metadata: {
    issuer: provider,
    authorization_endpoint: `${provider}/auth`,
    token_endpoint: `${provider}/token`,
    end_session_endpoint: `${provider}/session/end`,
  },
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  silent_redirect_uri: `${location.origin}/silentrenew`,
  post_logout_redirect_uri: `${location.origin}/`,
  response_type: 'code',
  scope: 'openid profile email',
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
  automaticSilentRenew: true,
}

/** By redirect as the library does it, without popups, and in silence without a frame. */
export const manager = new UserManager(settings, undefined, undefined, askWithoutFrame)

manager.events.addUserLoaded(adopt)

/** While an impersonation is taken up again, the own identity is not shown in between. */
function adopt(user: User): void {
  if (remembered.acting() === null) setSession(ownSession(user))
}

export function ownSession(user: User): SignedIn {
  return {
    state: 'signed-in',
    token: user.access_token,
    expires: user.expires_at === undefined ? Infinity : user.expires_at * 1000,
    subject: user.profile.sub,
    name: user.profile.name ?? '',
    acting: false,
  }
}
