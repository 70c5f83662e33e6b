'use server';

import { getEnv } from '#lib/core/env';
import type { Role } from '#lib/core/permissions';
import {
  getInvitationUrl,
  inviteMember,
  renewInvitation,
  revokeInvitation,
} from '#lib/service/members/invitations';
import { changeMemberRole, removeMember } from '#lib/service/members/members';
import { createAction } from '../run-action';

const getMembersPath = () => '/members';

/** The link of an invitation, which is shown only once, and the address that it was sent to. */
export interface InvitationLink {
  url: string;
  /** Null if it was not sent. */
  sentTo: string | null;
}

/** Without a mail server, the link has to be sent by the member. */
function toLink({ token, email }: { token: string; email: string | null }): InvitationLink {
  return { url: getInvitationUrl(token), sentTo: getEnv().SMTP_URL ? email : null };
}

export const inviteAction = createAction(
  async (context, input: { role: Role; label: string; email?: string | undefined }) =>
    toLink(await inviteMember(context, input)),
  getMembersPath,
);

/** Replaces the link of an invitation, and sends it again. */
export const renewInvitationAction = createAction(
  async (context, input: { id: string }) => toLink(await renewInvitation(context, input)),
  getMembersPath,
);

export const revokeInvitationAction = createAction(revokeInvitation, getMembersPath);
export const changeRoleAction = createAction(changeMemberRole, getMembersPath);
export const removeMemberAction = createAction(removeMember, getMembersPath);
