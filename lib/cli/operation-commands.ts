import { z } from 'zod';
import { type Command, defineCommand, UsageError } from '#lib/cli/command';
import { organizationOption } from '#lib/cli/options';
import { ServiceError } from '#lib/core/errors';
import { defineMessages } from '#lib/core/messages';
import { type AttemptLimit, attemptLimits } from '#lib/db/attempt-limits';
import { createOperatorContext } from '#lib/db/context';
import { type AnyOperation, operations } from '#lib/registry/operations';
import { getOrganization } from '#lib/service/organizations/organizations';

/** The placeholders of fields that are read as JSON, by JSON type. Texts are read as they are, other fields as JSON. */
const placeholders: Partial<Record<string, string>> = {
  integer: 'N',
  number: 'N',
  boolean: 'true|false',
};

/** Creates the schema of the option that sets a field of an operation's input. */
function createOption(field: z.core.$ZodType): z.ZodType {
  const { type } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  const isText = type === 'string';
  const option = z.string().transform((text, issues) => {
    if (isText) return text;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.addIssue('must be JSON');
      return z.NEVER;
    }
  });
  const placeholder = isText ? 'TEXT' : (placeholders[String(type)] ?? 'JSON');
  const isOptional = z.safeParse(field, undefined).success;
  return (isOptional ? option.optional() : option).describe(placeholder);
}

/** Returns the option of a field: `project-id` for `projectId`. */
const toOptionName = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Names the option of the first invalid field in the error, because messages are written for forms. */
function toOptionError(error: unknown, fields: readonly string[]): unknown {
  const [problem] = error instanceof ServiceError ? (error.fields ?? []) : [];
  const field = problem?.field.split('.', 1)[0] ?? '';
  return problem && fields.includes(field)
    ? new UsageError(`--${toOptionName(field)}: ${problem.message}`)
    : error;
}

const messages = defineMessages({
  limit: 'Limit: {attempts, number} calls per {per} in {minutes, plural, one {# minute} other {# minutes}}.',
});

function describeLimit({ name, per }: { name: AttemptLimit; per: string }): string {
  const { attempts, windowMinutes } = attemptLimits[name];
  return messages.limit({ attempts, per, minutes: windowMinutes });
}

/** Creates the command of an operation, with which the operator acts in an organization. */
export function createOperationCommand(operation: AnyOperation): Command {
  const { name, title, description, input, cost, limits = [] } = operation.definition;
  const shape: Record<string, z.core.$ZodType> = input instanceof z.ZodObject ? input.shape : {};
  const fields = Object.keys(shape);
  const options = Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [toOptionName(field), createOption(schema)]),
  );
  const explanations = Object.entries(shape).flatMap(([field, schema]) => {
    const explanation = z.globalRegistry.get(schema)?.description;
    return explanation ? [`--${toOptionName(field)}: ${explanation}`] : [];
  });
  return defineCommand(
    {
      name: name.replace('.', ' '),
      summary: title,
      details: [description, ...(cost ? [cost] : []), ...limits.map(describeLimit), ...explanations],
    },
    { ...organizationOption, ...options },
    async (instance, values: Record<string, unknown>) => {
      const context = createOperatorContext(instance, String(values.org));
      await getOrganization(context);
      const entered = fields.map((field) => [field, values[toOptionName(field)]]);
      try {
        const result = await operation(context, Object.fromEntries(entered) as never);
        return { result: result ?? null };
      } catch (error) {
        throw toOptionError(error, fields);
      }
    },
  );
}

const all: readonly AnyOperation[] = Object.values(operations);

/** The commands of all operations that the operator can call, by name: `notes add --org ORG_ID --project-id TEXT …`. */
export const operationCommands: readonly Command[] = all
  .filter(({ definition: { actors } }) => actors?.includes('operator') ?? true)
  .map(createOperationCommand)
  .sort((a, b) => (a.name < b.name ? -1 : 1));
