import { z } from 'zod';
import type { AuditAction } from '#lib/core/audit-actions';
import { invalidField, ServiceError } from '#lib/core/errors';
import { type Actor, type Permission, requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type AttemptLimit, countAttempt, resetAttempts } from '#lib/db/attempt-limits';
import { type AuditEntry, recordAudit } from '#lib/db/audit-log';
import type { AccountContext, Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';

/** What an operation does to data: `delete` cannot be undone, `spend` uses credits or a provider's money. */
export type Effect = 'read' | 'write' | 'delete' | 'spend';

/** The input of an operation without one. */
export const noInput = z.void();

/** The output of an operation that creates an object: its ID. */
export const createdSchema = z.object({ id: z.string() });

/** The part of a definition that commands, forms and tests read. */
export interface PublicDefinition<Input extends z.ZodType = z.ZodType> {
  /** What it changes and how, in lower case: `notes.add`. */
  name: `${string}.${string}`;
  /** In the imperative: "Add a note". */
  title: string;
  /** Complete sentences about what happens, and what does not. */
  description: string;
  /** Those of `sensitivePermissions` need a recent sign-in. */
  permission: Permission;
  /** The kinds of actors that can call it with this permission; all by default. */
  actors?: readonly Actor['kind'][];
  effect: Effect;
  /** A sentence that says what a `spend` costs, and how much. */
  cost?: string;
  /** How often it can be called. */
  limits?: readonly Pick<OperationLimit<never, never>, 'name' | 'per'>[];
  /** An object, or `noInput`. Its messages are shown in forms; the description of a field explains it to programs. */
  input: Input;
  /** The result, without transforms; none by default. */
  output?: z.ZodType;
  /** The actions of its entries in the audit log. The first one is the default. */
  audit?: readonly [AuditAction, ...AuditAction[]];
  /** Why an operation that is not a `read` leaves no entry. */
  unaudited?: string;
}

/** The part of the context of `run` that counts calls toward limits. */
export interface CountingContext {
  /** Counts the call toward a limit of the definition without `getSubject`. @throws ServiceError RATE_LIMIT_EXCEEDED */
  countCall(limit: AttemptLimit, subject: string): Promise<void>;
}

/** The context in which an operation runs: by default in a transaction of the organization. */
export interface OperationContext<
  Action extends AuditAction = AuditAction,
  Kind extends Actor['kind'] = Actor['kind'],
> extends Context {
  actor: Extract<Actor, { kind: Kind }>;
  /** Adds an entry to the audit log, in the transaction. If the input has a `projectId`, it also names the project. */
  audit(entry: Omit<AuditEntry, 'action' | 'projectId'> & { action?: Action }): Promise<void>;
}

/** A limit of calls (`attemptLimits`) per subject. If an operation runs in a transaction, calls that fail do not count. */
export interface OperationLimit<RunContext, Input> {
  name: AttemptLimit;
  /** The subject in words: "organization". */
  per: string;
  /** Returns the ID of the subject. Omitted if `run` has to read it first: it then counts with `context.countCall`. */
  getSubject?(context: RunContext, input: Input): string;
  /** True if a call that succeeds resets the count, because the limit is for guesses. */
  isResetOnSuccess?: boolean;
}

/** What an operation does, in a context of its own. */
export interface OperationBody<RunContext, Input extends z.ZodType, Output extends z.ZodType> {
  limits?: readonly OperationLimit<RunContext, z.output<Input>>[];
  output?: Output;
  run(context: RunContext & CountingContext, input: z.output<Input>): Promise<z.input<Output>>;
}

export interface OperationDefinition<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Action extends AuditAction,
  Kind extends Actor['kind'],
> extends Omit<PublicDefinition<Input>, 'limits' | 'output'>,
    OperationBody<OperationContext<Action, Kind>, Input, Output> {
  actors?: readonly Kind[];
  audit?: readonly [Action, ...Action[]];
  /** False if `run` opens transactions itself, because it also sends requests or reads much. True by default. */
  isTransaction?: boolean;
}

/** What a person or a program can do, defined once. Calling it checks the permission and the input first. */
export interface Operation<Input extends z.ZodType = z.ZodType, Result = unknown> {
  /**
   * @throws ServiceError INSUFFICIENT_PERMISSIONS; ReauthenticationRequired; VALIDATION_ERROR with every invalid field;
   *   RATE_LIMIT_EXCEEDED; the errors of `run`
   */
  (context: Context, input: z.input<Input>): Promise<Result>;
  readonly definition: PublicDefinition<Input>;
}

/**
 * Defines an operation. Server actions, commands and the tests of permissions and audit entries read its definition
 * (lib/registry/operations.ts).
 */
export function defineOperation<
  Input extends z.ZodType,
  Output extends z.ZodType = z.ZodVoid,
  Action extends AuditAction = never,
  Kind extends Actor['kind'] = Actor['kind'],
>(definition: OperationDefinition<Input, Output, Action, Kind>): Operation<Input, z.input<Output>> {
  const { input: schema, audit: actions, isTransaction = true } = definition;
  const execute = async (context: Context, input: z.input<Input>): Promise<z.input<Output>> => {
    const actor = requireActor<Kind>(context.actor, definition);
    const parsed = parseOperationInput(schema, input);
    const projectId = findProjectId(parsed);
    const runIn = (target: Context) => {
      const running: OperationContext<Action, Kind> = {
        ...target,
        actor,
        audit: ({ action = actions?.[0], ...entry }) => {
          if (!action) throw new Error(`The operation ${definition.name} declares no audit action.`);
          return recordAudit(target, { ...entry, action, ...(projectId && { projectId }) });
        },
      };
      return runBody<OperationContext<Action, Kind>, Input, Output>(definition, running, parsed);
    };
    return isTransaction ? withOrganization(context, runIn) : runIn(context);
  };
  return Object.assign(toCallable(schema, execute), { definition });
}

/** Gives a function one parameter if it has no input, because server actions call such functions without one. */
export function toCallable<C, Input extends z.ZodType, Result>(
  schema: Input,
  execute: (context: C, input: z.input<Input>) => Promise<Result>,
): (context: C, input: z.input<Input>) => Promise<Result> {
  return schema instanceof z.ZodVoid ? (context: C) => execute(context, undefined as never) : execute;
}

/** Checks that an actor can call an operation. @throws ServiceError INSUFFICIENT_PERMISSIONS; ReauthenticationRequired */
export function requireActor<Kind extends Actor['kind']>(
  actor: Actor,
  { permission, actors }: { permission: Permission; actors?: readonly Kind[] },
): Extract<Actor, { kind: Kind }> {
  requirePermission(actor, permission);
  if (isOneOf(actor, actors)) return actor;
  throw new ServiceError('INSUFFICIENT_PERMISSIONS', { message: 'Only members can do this.' });
}

function isOneOf<Kind extends Actor['kind']>(
  actor: Actor,
  kinds: readonly Kind[] | undefined,
): actor is Extract<Actor, { kind: Kind }> {
  const allowed: readonly Actor['kind'][] | undefined = kinds;
  return allowed?.includes(actor.kind) ?? true;
}

/** Parses the input of an operation. @throws ServiceError VALIDATION_ERROR with every invalid field */
export function parseOperationInput<Input extends z.ZodType>(schema: Input, input: unknown): z.output<Input> {
  if (!(schema instanceof z.ZodVoid) && (typeof input !== 'object' || input === null)) {
    throw invalidField('', 'The request is incomplete. Reload the page and try again.');
  }
  return parseInput(schema, input);
}

/** Counts a call, runs it and checks its result. @throws ServiceError RATE_LIMIT_EXCEEDED; the errors of `run` */
export async function runBody<
  RunContext extends Pick<AccountContext, 'db' | 'clock'>,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(
  definition: OperationBody<RunContext, Input, Output>,
  context: RunContext,
  input: z.output<Input>,
): Promise<z.input<Output>> {
  const { limits = [], output } = definition;
  const counted = limits.flatMap((limit) =>
    limit.getSubject ? [{ ...limit, subject: limit.getSubject(context, input) }] : [],
  );
  for (const { name, subject } of counted) await countAttempt(context, name, subject);
  const countCall = (name: AttemptLimit, subject: string) => {
    if (limits.some((limit) => limit.name === name && !limit.getSubject)) {
      return countAttempt(context, name, subject);
    }
    throw new Error(`The operation declares no limit ${name} without a subject.`);
  };
  const result = await definition.run({ ...context, countCall }, input);
  output?.parse(result);
  for (const { name, subject, isResetOnSuccess } of counted) {
    if (isResetOnSuccess) await resetAttempts(context, name, subject);
  }
  return result;
}

function findProjectId(input: unknown): string | undefined {
  const hasProject = typeof input === 'object' && input !== null && 'projectId' in input;
  return hasProject && typeof input.projectId === 'string' ? input.projectId : undefined;
}
