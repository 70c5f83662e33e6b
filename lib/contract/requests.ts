import { z } from 'zod';
import { type Engine, engineFacts, type IncludeFlag } from '#lib/contract/engines';
import { countrySchema, stateName } from '#lib/contract/geo';

/** An explicit null counts as absent (decisions.md, "Smaller points"). */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const maxPromptLength = 10_000;

/**
 * A prompt or query: 1 to 10,000 code points, not only white space, and storable as it stands (PostgreSQL
 * refuses NUL, and a lone surrogate has no UTF-8 form).
 */
const promptSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'Prompt cannot be empty' : 'Expected string') })
  .refine((text) => text.trim() !== '', { error: 'Prompt cannot be empty', abort: true })
  .refine((text) => text.length <= 2 * maxPromptLength && [...text].length <= maxPromptLength, {
    error: 'Prompt is too long',
    abort: true,
  })
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
    error: 'Prompt has a character that is not text',
  })
  .meta({ description: 'The question, 1 to 10,000 characters', example: 'Which trail shoes last longest?' });

const flag = z.boolean({ error: 'Expected boolean' });

function includeSchema(flags: readonly IncludeFlag[], overview: boolean) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of flags) shape[name] = optional(flag);
  if (overview) {
    const details = z.object({ markdown: optional(flag) }, { error: 'Expected boolean or object' });
    shape.overview = optional(z.union([flag, details], { error: 'Expected boolean or object' }));
  }
  return z.object(shape, { error: 'Expected object' });
}

const stateSchema = z
  .string({ error: 'Expected string' })
  .refine((code) => stateName(code) !== undefined, { error: 'Invalid state code' });

const locationSchema = z
  .string({ error: 'Expected string' })
  .regex(/^[^,]*[^,\s][^,]*(,[^,]*[^,\s][^,]*){2,}$/u, {
    error: 'Expected a canonical location name of the form City,Region,Country',
  })
  .max(200, { error: 'Location is too long' });

const uuleSchema = z
  .string({ error: 'Expected string' })
  .regex(/^(?:w\+|a\+)[\w+/=-]+(?:%3D)*$/u, { error: 'Expected a uule string such as w+CAIQICI…' })
  .max(1000, { error: 'The uule is too long' });

const targetingFields = ['state', 'location', 'uule', 'device', 'pages'] as const;

/**
 * The past instant to answer for. Only the sandbox has a past: with a real provider behind the engine it is a
 * validation error.
 */
const asOfSchema = z.iso.datetime({ error: 'Expected an ISO 8601 date and time', offset: true });

function requestSchema(engine: Engine) {
  const facts = engineFacts[engine];
  const country = facts.countryDefaultsToUs
    ? countrySchema.nullish().transform((code) => code ?? 'US')
    : countrySchema;
  return z
    .object(
      {
        [facts.promptField]: promptSchema,
        country,
        state: optional(facts.takesState ? stateSchema : z.unknown()),
        location: optional(facts.takesLocation ? locationSchema : z.unknown()),
        uule: optional(facts.takesLocation ? uuleSchema : z.unknown()),
        device: optional(
          facts.takesDevice
            ? z.enum(['desktop', 'mobile'], { error: 'Expected desktop or mobile' })
            : z.unknown(),
        ),
        pages: optional(
          facts.takesPages
            ? z
                .int({ error: 'Expected an integer from 1 to 10' })
                .min(1, 'Expected an integer from 1 to 10')
                .max(10, 'Expected an integer from 1 to 10')
            : z.unknown(),
        ),
        include: optional(includeSchema(facts.includeFlags, engine === 'search')),
        asOf: optional(asOfSchema),
      },
      { error: 'Expected a JSON object' },
    )
    .superRefine((value, ctx) => {
      const request = value as Record<string, unknown>;
      const refused = {
        state: !facts.takesState,
        location: !facts.takesLocation,
        uule: !facts.takesLocation,
        device: !facts.takesDevice,
        pages: !facts.takesPages,
      };
      for (const field of targetingFields) {
        if (request[field] !== undefined && refused[field]) {
          ctx.addIssue({
            code: 'custom',
            path: [field],
            message: `The ${engine} engine does not take ${field}`,
          });
        }
      }
      if (facts.takesState && request.state !== undefined && request.country !== 'US') {
        ctx.addIssue({
          code: 'custom',
          path: ['state'],
          message: 'State is only accepted when country is US',
        });
      }
      if (facts.takesLocation && request.location !== undefined && request.uule !== undefined) {
        ctx.addIssue({ code: 'custom', path: ['location'], message: 'Supply location or uule, not both' });
      }
    })
    .transform((value): MonitorRequest => {
      const request = value as Record<string, unknown> & { include?: Record<string, unknown> };
      const include = request.include ?? {};
      const overview =
        include.overview === true ? {} : include.overview === false ? undefined : include.overview;
      return {
        prompt: request[facts.promptField] as string,
        country: request.country as string,
        ...pick(request, targetingFields),
        ...pick(request, ['asOf']),
        include: {
          ...Object.fromEntries(
            facts.includeFlags.filter((name) => include[name] === true).map((name) => [name, true]),
          ),
          ...(overview === undefined ? {} : { overview: overview as { markdown?: boolean } }),
        },
      };
    });
}

function pick(source: Record<string, unknown>, fields: readonly string[]) {
  return Object.fromEntries(fields.filter((f) => source[f] !== undefined).map((f) => [f, source[f]]));
}

/**
 * A request to any engine after validation: the question under one name, defaults filled in, flags that are
 * set as `true` and the others absent.
 */
export interface MonitorRequest {
  prompt: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** USPS code, with country US only. */
  state?: string;
  location?: string;
  uule?: string;
  device?: 'desktop' | 'mobile';
  pages?: number;
  include: Partial<Record<IncludeFlag, true>> & { overview?: { markdown?: boolean } };
  /** ISO 8601; the sandbox alone can answer for the past. */
  asOf?: string;
}

/** One schema an engine, from its row of facts: body as sent → `MonitorRequest`. */
export const requestSchemas = Object.fromEntries(
  (Object.keys(engineFacts) as Engine[]).map((engine) => [engine, requestSchema(engine)]),
) as Record<Engine, ReturnType<typeof requestSchema>>;
