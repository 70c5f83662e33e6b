'use server';

import { getEnv } from '#lib/core/env';
import type { Role } from '#lib/core/permissions';
import { inviteMember, revokeInvitation } from '#lib/service/members/invitations';
import { changeMemberRole, removeMember } from '#lib/service/members/members';
import { type ActionResult, runAction } from '../run-action';

/** Creates an invitation. @returns its link, which is shown only once */
export async function inviteAction(role: Role, label: string): Promise<ActionResult<string>> {
  return runAction(async (context) => {
    const { token } = await inviteMember(context, { role, label });
    return `${getEnv().APP_URL}/join/${token}`;
  }, '/members');
}

export async function revokeInvitationAction(id: string): Promise<ActionResult<void>> {
  return runAction((context) => revokeInvitation(context, { id }), '/members');
}

export async function changeRoleAction(userId: string, role: Role): Promise<ActionResult<void>> {
  return runAction((context) => changeMemberRole(context, { userId, role }), '/members');
}

export async function removeMemberAction(userId: string): Promise<ActionResult<void>> {
  return runAction((context) => removeMember(context, { userId }), '/members');
}
