/** What can be done to an organization's members, keys and projects. */
export const auditActions = [
  'api-key.created',
  'api-key.rotated',
  'api-key.revoked',
  'classifier.enabled',
  'classifier.disabled',
  'invitation.created',
  'invitation.revoked',
  'member.joined',
  'member.role-changed',
  'member.removed',
  'project.created',
  'project.deleted',
  'provider-key.set',
  'provider-key.removed',
  'share.created',
  'share.revoked',
  'signing.enabled',
  'signing.rotated',
  'signing.disabled',
] as const;
export type AuditAction = (typeof auditActions)[number];
