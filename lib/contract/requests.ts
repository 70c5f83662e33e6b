import { z } from 'zod';
import { type Engine, engineFacts, type IncludeFlag } from '#lib/contract/engines';
import { countrySchema, stateName, usStates } from '#lib/contract/geo';
import { flagDescriptions } from '#lib/contract/include-flags';

/** An explicit null counts as absent (decisions.md, "Smaller points"). */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const maxPromptLength = 10_000;

/**
 * A prompt or query: 1 to 10,000 code points, not only white space, and storable as it stands (PostgreSQL
 * refuses NUL, and a lone surrogate has no UTF-8 form).
 */
export const promptSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'Prompt cannot be empty' : 'Expected string') })
  .refine((text) => text.trim() !== '', { error: 'Prompt cannot be empty', abort: true })
  .refine((text) => text.length <= 2 * maxPromptLength && [...text].length <= maxPromptLength, {
    error: 'Prompt is too long',
    abort: true,
  })
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
    error: 'Prompt has a character that is not text',
  })
  .meta({
    description: 'The question; white space alone is none',
    minLength: 1,
    maxLength: maxPromptLength,
    pattern: '\\S',
  });

const flag = (description: string) =>
  z.boolean({ error: 'Expected boolean' }).meta({ description, default: false });

function includeSchema(flags: readonly IncludeFlag[], overview: boolean) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of flags) shape[name] = optional(flag(flagDescriptions[name]));
  if (overview) {
    const details = z
      .object(
        { markdown: optional(flag('Adds `markdown` to the overview')) },
        { error: 'Expected boolean or object' },
      )
      .meta({ description: 'The AI overview with a choice of its parts' });
    const either = z.union([flag('Adds `result.overview`'), details], {
      error: 'Expected boolean or object',
    });
    shape.overview = optional(
      either.meta({
        description:
          'Adds `result.overview` where the engine shows one, +2 credits; `true` is the same as `{}`',
      }),
    );
  }
  return z
    .object(shape, { error: 'Expected object' })
    .meta({ description: 'What to add to the result; unknown flags are ignored' });
}

/** The code of a US state, as `state` takes it. */
export const stateSchema = z
  .string({ error: 'Expected string' })
  .refine((code) => stateName(code) !== undefined, { error: 'Invalid state code' })
  .meta({
    description: 'USPS two-letter code of a US state; only with country US, +2 credits',
    enum: usStates.map(({ code }) => code),
  });

const locationSchema = z
  .string({ error: 'Expected string' })
  .regex(/^[^,]*[^,\s][^,]*(,[^,]*[^,\s][^,]*){2,}$/u, {
    error: 'Expected a canonical location name of the form City,Region,Country',
  })
  .max(200, { error: 'Location is too long' })
  .meta({ description: 'Canonical location name of the form City,Region,Country; not together with uule' });

const uuleSchema = z
  .string({ error: 'Expected string' })
  .regex(/^(?:w\+|a\+)[\w+/=-]+(?:%3D)*$/u, { error: 'Expected a uule string such as w+CAIQICI…' })
  .max(1000, { error: 'The uule is too long' })
  .meta({ description: 'Pre-encoded location string; not together with location' });

const deviceSchema = z
  .enum(['desktop', 'mobile'], { error: 'Expected desktop or mobile' })
  .meta({ description: 'The device to search from', default: 'desktop' });

const pagesSchema = z
  .int({ error: 'Expected an integer from 1 to 10' })
  .min(1, 'Expected an integer from 1 to 10')
  .max(10, 'Expected an integer from 1 to 10')
  .meta({ description: 'Pages to read into one response; +2 credits for each after the first', default: 1 });

/** A field of other engines: known, so that whoever sends it hears that it has no effect here. */
const refusedSchema = z.unknown().meta({ undocumented: true });

const targetingFields = ['state', 'location', 'uule', 'device', 'pages'] as const;

/**
 * The past instant to answer for. Only the sandbox has a past: with a real provider behind the engine it is a
 * validation error.
 */
const asOfSchema = z.iso
  .datetime({ error: 'Expected an ISO 8601 date and time', offset: true })
  .meta({ undocumented: true });

function requestSchema(engine: Engine) {
  const facts = engineFacts[engine];
  const country = facts.countryDefaultsToUs
    ? countrySchema
        .nullish()
        .meta({ default: 'US' })
        .transform((code) => code ?? 'US')
    : countrySchema;
  return z
    .object(
      {
        [facts.promptField]: promptSchema,
        country,
        state: optional(facts.takesState ? stateSchema : refusedSchema),
        location: optional(facts.takesLocation ? locationSchema : refusedSchema),
        uule: optional(facts.takesLocation ? uuleSchema : refusedSchema),
        device: optional(facts.takesDevice ? deviceSchema : refusedSchema),
        pages: optional(facts.takesPages ? pagesSchema : refusedSchema),
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
    .meta({
      ...(facts.takesState && { dependentSchemas: { state: { properties: { country: { const: 'US' } } } } }),
      ...(facts.takesLocation && { not: { required: ['location', 'uule'] } }),
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
