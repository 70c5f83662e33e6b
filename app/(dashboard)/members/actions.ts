'use server';

import { getEnv } from '#lib/core/env';
import type { Role } from '#lib/core/permissions';
import { getInvitationUrl } from '#lib/service/members/invitation-tokens';
import { inviteMember, renewInvitation, revokeInvitation } from '#lib/service/members/invitations';
import { changeMemberRole, removeMember } from '#lib/service/members/members';
import { createAction } from '../create-action';

const getMembersPath = () => '/members';

/** The link of an invitation, which is shown only once. */
export interface InvitationLink {
  url: string;
  /** The address that the link is for; null if the inviter sends the link. */
  email: string | null;
  /** Whether the link is emailed; false without an email address or a mail server. */
  isSent: boolean;
}

function toInvitationLink({ token, email }: { token: string; email: string | null }): InvitationLink {
  return { url: getInvitationUrl(token), email, isSent: email !== null && getEnv().SMTP_URL !== undefined };
}

export const inviteAction = createAction(
  async (context, input: { role: Role; label: string; email?: string | undefined }) =>
    toInvitationLink(await inviteMember(context, input)),
  getMembersPath,
);

/** Replaces the link of an invitation, and sends the new one if the invitation has an address. */
export const renewInvitationAction = createAction(
  async (context, input: { id: string }) => toInvitationLink(await renewInvitation(context, input)),
  getMembersPath,
);

export const revokeInvitationAction = createAction(revokeInvitation, getMembersPath);
export const changeRoleAction = createAction(changeMemberRole, getMembersPath);
export const removeMemberAction = createAction(removeMember, getMembersPath);
