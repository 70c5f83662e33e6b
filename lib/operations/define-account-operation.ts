import type { z } from 'zod';
import type { Actor } from '#lib/core/permissions';
import type { AccountContext } from '#lib/db/context';
import {
  type OperationBody,
  type PublicDefinition,
  parseOperationInput,
  requireActor,
  runBody,
  toCallable,
} from '#lib/operations/define-operation';

/** The context in which a user changes the own account. */
export interface UserContext extends AccountContext {
  actor: Extract<Actor, { kind: 'member' }>;
}

/** An operation on the account of the acting user, who need not belong to any organization. */
export interface AccountOperation<Input extends z.ZodType = z.ZodType, Result = unknown> {
  /** @throws ServiceError as an `Operation` */
  (context: AccountContext, input: z.input<Input>): Promise<Result>;
  readonly definition: PublicDefinition<Input>;
}

const actors = ['member'] as const;

/**
 * Defines an operation on the account of the acting user. It opens transactions itself, so that calls that fail count toward
 * its limits, and records its entries in the audit log with `recordAccountChange`, in all organizations of the user.
 */
export function defineAccountOperation<Input extends z.ZodType, Output extends z.ZodType = z.ZodVoid>(
  definition: Omit<PublicDefinition<Input>, 'actors' | 'limits' | 'output'> &
    OperationBody<UserContext, Input, Output>,
): AccountOperation<Input, z.input<Output>> {
  const { permission, input: schema } = definition;
  const execute = async (context: AccountContext, input: z.input<Input>): Promise<z.input<Output>> => {
    const actor = requireActor(context.actor, { permission, actors });
    const parsed = parseOperationInput(schema, input);
    return runBody<UserContext, Input, Output>(definition, { ...context, actor }, parsed);
  };
  return Object.assign(toCallable(schema, execute), { definition: { ...definition, actors } });
}
