'use server';

import { inviteMember, renewInvitation, revokeInvitation } from '#lib/service/members/invitations';
import { changeMemberRole, removeMember } from '#lib/service/members/members';
import { setSecondFactorRequired } from '#lib/service/organizations/second-factor';
import { createAction } from '../create-action';

const getMembersPath = () => '/members';

export const inviteAction = createAction(inviteMember, getMembersPath);
export const renewInvitationAction = createAction(renewInvitation, getMembersPath);
export const revokeInvitationAction = createAction(revokeInvitation, getMembersPath);
export const changeRoleAction = createAction(changeMemberRole, getMembersPath);
export const removeMemberAction = createAction(removeMember, getMembersPath);
export const setSecondFactorRequiredAction = createAction(setSecondFactorRequired, getMembersPath);
