import type { Instance } from '#lib/cli/command';
import type { Context } from '#lib/db/context';

/** The context of the operator of the instance, who may do everything, in one organization. */
export function operatorOf({ db, clock }: Instance, organizationId: string): Context {
  return { db: db, clock, organizationId, actor: { kind: 'operator' } };
}
