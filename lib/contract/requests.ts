import { z } from 'zod';
import { type Engine, engineSpecs, type IncludeFlag } from '#lib/contract/engines';
import { countrySchema } from '#lib/contract/geo';
import {
  deviceSchema,
  includeSchema,
  locationSchema,
  optional,
  pagesSchema,
  promptSchema,
  refusedSchema,
  stateSchema,
  uuleSchema,
} from '#lib/contract/request-fields';

const targetingFields = ['state', 'location', 'uule', 'device', 'pages'] as const;

function requestSchema(engine: Engine) {
  const facts = engineSpecs[engine];
  const takes = {
    state: facts.acceptsState,
    location: facts.acceptsLocation,
    uule: facts.acceptsLocation,
    device: facts.acceptsDevice,
    pages: facts.acceptsPages,
  };
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
        state: optional(takes.state ? stateSchema : refusedSchema),
        location: optional(takes.location ? locationSchema : refusedSchema),
        uule: optional(takes.uule ? uuleSchema : refusedSchema),
        device: optional(takes.device ? deviceSchema : refusedSchema),
        pages: optional(takes.pages ? pagesSchema : refusedSchema),
        include: optional(includeSchema(facts.includeFlags, engine === 'search')),
      },
      { error: 'Expected a JSON object' },
    )
    .superRefine((value, ctx) => {
      const request = value as Record<string, unknown>;
      for (const field of targetingFields) {
        if (request[field] !== undefined && !takes[field]) {
          ctx.addIssue({
            code: 'custom',
            path: [field],
            message: `The ${engine} engine does not take ${field}`,
          });
        }
      }
      if (facts.acceptsState && request.state !== undefined && request.country !== 'US') {
        ctx.addIssue({
          code: 'custom',
          path: ['state'],
          message: 'State is only accepted when country is US',
        });
      }
      if (facts.acceptsLocation && request.location !== undefined && request.uule !== undefined) {
        ctx.addIssue({ code: 'custom', path: ['location'], message: 'Supply location or uule, not both' });
      }
    })
    .meta({
      ...(facts.acceptsState && {
        dependentSchemas: { state: { properties: { country: { const: 'US' } } } },
      }),
      ...(facts.acceptsLocation && { not: { required: ['location', 'uule'] } }),
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
}

/** One schema an engine, from its row of facts: body as sent → `MonitorRequest`. */
export const requestSchemas = Object.fromEntries(
  (Object.keys(engineSpecs) as Engine[]).map((engine) => [engine, requestSchema(engine)]),
) as Record<Engine, ReturnType<typeof requestSchema>>;
