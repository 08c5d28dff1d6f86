import { setSession } from './store.ts'
import { InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts'

export const clientId = 'skywarden-web'

export const manager = new UserManager({
  authority: `${location.origin}/identity`,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  silent_redirect_uri: `${location.origin}/silentrenew`,
  post_logout_redirect_uri: `${location.origin}/`,
  response_type: 'code',
  scope: 'openid profile email',
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
  automaticSilentRenew: true,
})

manager.events.addUserLoaded(adopt)

function adopt(user: User): void {
  setSession({
    state: 'signed-in',
    token: user.access_token,
    expires: user.expires_at === undefined ? Infinity : user.expires_at * 1000,
    subject: user.profile.sub,
    name: user.profile.name ?? '',
    acting: false,
  })
}
