import { isDeepStrictEqual } from 'node:util';
import { type AuditAction, getSecurityEvent } from '#lib/core/audit-actions';
import { getActorFields } from '#lib/core/permissions';
import { recordSecurityEvent, type SecurityEventFields } from '#lib/core/security-events';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { onCommit } from '#lib/db/on-commit';
import { withOrganization } from '#lib/db/organization-scope';
import { auditLog } from '#lib/db/schema/organizations';
import { projects } from '#lib/db/schema/projects';

export interface AuditEntry {
  action: AuditAction;
  /** The name of the changed object, as members know it. Can be omitted only if the project itself changed. */
  target?: string;
  targetId?: string;
  /** The project that the object is part of. The entry names it. */
  projectId?: string;
  /** Changed values, never secrets. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Adds an entry to the audit log. `context` must be in the transaction of the change, so that no change lacks its entry. */
export async function recordAudit(context: Context, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(context, entry);
  const { db, organizationId, actor, client } = context;
  recordSensitiveChange(db, entry.action, {
    ...getActorFields(actor),
    organizationId,
    ipAddress: client?.ipAddress,
  });
}

/** Records a sensitive change as a security event once it is committed. Other changes are only in the audit log. */
export function recordSensitiveChange(
  db: Context['db'],
  action: AuditAction,
  fields: SecurityEventFields,
): void {
  const event = getSecurityEvent(action);
  if (event) onCommit(db, () => recordSecurityEvent(event, { ...fields, action }));
}

/** Adds an entry to the audit log. Unlike `recordAudit`, it records no security event. */
export async function insertAuditEntry(context: Context, entry: AuditEntry): Promise<void> {
  const { actor, client } = context;
  await withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await db.insert(auditLog).values({
      organizationId,
      ...(await nameProject(tx, entry)),
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
    });
  });
}

/** Returns an entry with the name of its project: as its target, or beside it. */
async function nameProject({ db, organizationId }: Context, { projectId, target, ...entry }: AuditEntry) {
  if (projectId === undefined) return { ...entry, target: target ?? '' };
  const [project] = await db
    .select({ name: projects.name })
    .from(projects)
    .where(hasValues(projects, { organizationId, id: projectId }));
  const name = project?.name ?? '';
  if (target === undefined) return { targetId: projectId, ...entry, target: name };
  return { ...entry, target, after: { ...entry.after, inProject: name } };
}

type Values = Record<string, unknown>;

/** Returns the values that differ, for `before` and `after` of an entry; undefined if none does. */
export function compareValues(before: Values, after: Values): { before: Values; after: Values } | undefined {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const pick = (values: Values) =>
    Object.fromEntries(changed.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return { before: pick(before), after: pick(after) };
}
