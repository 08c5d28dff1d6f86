import {
  addGroup as addGroupCall,
  deleteGroup,
  listGroups as listGroupsCall,
  listOwnGroups,
  updateGroup,
} from '#contract/people/groups'
import { serve, type Served } from '#server/platform/http/serve'
import type { GroupChangeDeps } from './acting.ts'
import { removeGroup } from './delete-group.ts'
import { addGroup, changeGroup } from './save-group.ts'
import { alertTimesOfGroups, listGroupRows } from './store.ts'
import { wireGroup } from './wire.ts'

export function groupRoutes(room: GroupChangeDeps): Served[] {
  const { db } = room

  async function wireGroups(customerId: number, only?: number | null) {
    const groups = await listGroupRows(db, customerId)
    const shown = only === undefined ? groups : groups.filter(({ id }) => id === only)
    const times = await alertTimesOfGroups(
      db,
      customerId,
      shown.map(({ id }) => id),
    )
    return shown.map(group => wireGroup(group, times.get(group.id) ?? []))
  }

  return [
    serve(listGroupsCall, ({ caller }) =>
      wireGroups(caller.customerId, caller.role === 'AssistantAdmin' ? caller.groupId : undefined),
    ),

    serve(listOwnGroups, ({ caller }) => wireGroups(caller.customerId, caller.groupId)),

    serve(addGroupCall, async ({ body, ...doing }) => ({
      message: 'Created user group',
      userGroup: await addGroup(room, doing, body),
    })),

    serve(updateGroup, async ({ body, ...doing }) => ({
      message: 'Upated user group',
      userGroup: await changeGroup(room, doing, body),
    })),

    serve(deleteGroup, async ({ params, ...doing }) => {
      await removeGroup(room, doing, params.id)
      return 'Deleted user group'
    }),
  ]
}
