'use server';

import { revalidatePath } from 'next/cache';
import { getEnv } from '#lib/core/env';
import type { Role } from '#lib/core/permissions';
import { inviteMember, revokeInvitation } from '#lib/service/members/invitations';
import { changeMemberRole, removeMember } from '#lib/service/members/members';
import { type ActionResult, runAction } from '../run-action';

/** Creates an invitation. @returns its link, which is shown only once */
export async function inviteAction(role: Role, label: string): Promise<ActionResult<string>> {
  return revalidateOnSuccess(
    await runAction(
      async (context) => `${getEnv().APP_URL}/join/${(await inviteMember(context, { role, label })).token}`,
    ),
  );
}

export async function revokeInvitationAction(id: string): Promise<ActionResult<void>> {
  return revalidateOnSuccess(await runAction((context) => revokeInvitation(context, { id })));
}

export async function changeRoleAction(userId: string, role: Role): Promise<ActionResult<void>> {
  return revalidateOnSuccess(await runAction((context) => changeMemberRole(context, { userId, role })));
}

export async function removeMemberAction(userId: string): Promise<ActionResult<void>> {
  return revalidateOnSuccess(await runAction((context) => removeMember(context, { userId })));
}

function revalidateOnSuccess<T>(result: ActionResult<T>): ActionResult<T> {
  if (result.ok) revalidatePath('/members');
  return result;
}
