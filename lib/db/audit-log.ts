import type { AuditAction } from '#lib/core/permissions';
import { type Context, withOrganization } from '#lib/db/client';
import { auditLog } from '#lib/db/schema/organizations';

export interface AuditEntry {
  action: AuditAction;
  /** The name of the changed object, as members know it. */
  target: string;
  targetId?: string;
  /** Changed values, never secrets. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Adds an entry to the audit log. `context` must be in the transaction of the change, so that no change lacks its entry. */
export async function recordAudit(context: Context, entry: AuditEntry): Promise<void> {
  const { actor, client } = context;
  await withOrganization(context, ({ db, organizationId, clock }) =>
    db.insert(auditLog).values({
      organizationId,
      ...entry,
      occurredAt: clock.now(),
      actorKind: actor.kind,
      ipAddress: client?.ipAddress ?? null,
      userAgent: client?.userAgent.slice(0, 300) ?? null,
      actorId:
        actor.kind === 'member'
          ? actor.userId
          : actor.kind === 'key'
            ? actor.keyId
            : actor.kind === 'share'
              ? actor.shareId
              : null,
    }),
  );
}
