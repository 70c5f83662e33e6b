'use server';

import { getEnv } from '#lib/core/env';
import type { Role } from '#lib/core/permissions';
import { inviteMember, renewInvitation, revokeInvitation } from '#lib/service/members/invitations';
import { changeMemberRole, removeMember } from '#lib/service/members/members';
import { createAction } from '../run-action';

const getMembersPath = () => '/members';

/** Creates an invitation. @returns its link, which is shown only once */
export const inviteAction = createAction(async (context, { role, label }: { role: Role; label: string }) => {
  const { token } = await inviteMember(context, { role, label });
  return `${getEnv().APP_URL}/join/${token}`;
}, getMembersPath);

/** Replaces the link of an invitation. @returns the new link, which is shown only once */
export const renewInvitationAction = createAction(async (context, input: { id: string }) => {
  const { token } = await renewInvitation(context, input);
  return `${getEnv().APP_URL}/join/${token}`;
}, getMembersPath);

export const revokeInvitationAction = createAction(revokeInvitation, getMembersPath);
export const changeRoleAction = createAction(changeMemberRole, getMembersPath);
export const removeMemberAction = createAction(removeMember, getMembersPath);
