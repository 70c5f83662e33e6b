import type { Role } from '#lib/core/permissions';
import type { Context } from '#lib/dashboard/session/place';

/** The role of the member who acts; who is no member sees what a viewer sees. */
export function roleOf(context: Context): Role {
  return context.actor.kind === 'member' ? context.actor.role : 'viewer';
}
