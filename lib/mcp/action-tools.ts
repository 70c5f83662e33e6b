import { z } from 'zod';
import { getRequestCredits } from '#lib/contract/credits';
import { type Engine, engineNames, engines } from '#lib/contract/engines';
import { invalidField } from '#lib/core/errors';
import { defineMessages } from '#lib/core/messages';
import { requirePermission } from '#lib/core/permissions';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { calculateScheduleCost } from '#lib/dashboard/schedules/schedule';
import { defineTool } from '#lib/mcp/tool';
import { parseMonitorRequest, runSyncRequest } from '#lib/service/requests/run-sync-request';

const maxCredits = z.int().min(0).optional().meta({
  description: 'Maximum number of credits to spend. Omit it to get the cost without spending anything.',
});

const costOutput = {
  credits: z.int().meta({ description: 'Credits that the action costs, or has cost' }),
  message: z.string(),
};

const messages = defineMessages({
  credits: '{amount} {credits, plural, one {credit} other {credits}}',
  run: 'A run of {amount} {answers, plural, one {answer} other {answers}}',
});

const formatCredits = (credits: number) => messages.credits({ amount: String(credits), credits });

/** Returns a message that states the cost of an action and how to consent to it. */
const describeCost = (credits: number, action: string) =>
  `${action} costs ${formatCredits(credits)}. Nothing has been spent yet. To continue, call this tool again with maxCredits ${credits} or more.`;

export const askEngineTool = defineTool({
  name: 'ask_engine',
  title: 'Query an engine',
  description:
    'Sends one prompt to an AI answer engine or search engine, as seen from a country, and returns its answer with sources. It costs 3 to 5 credits of the organization: call it without maxCredits to get the cost, then with maxCredits to send the prompt. The answer is not stored in a project.',
  scope: 'sync',
  input: z.object({
    engine: z.enum(engines).meta({ description: `Engine key: ${engineNames}` }),
    prompt: z.string().min(1).max(10_000),
    country: z.string().default('US').meta({ description: 'ISO 3166-1 alpha-2 code' }),
    hl: z.string().optional().meta({
      description: 'The language of the prompt and of its answer, as a BCP 47 code such as fr or pt-BR',
    }),
    maxCredits,
  }),
  output: z.object({
    ...costOutput,
    isAnswered: z.boolean(),
    text: z.string().nullable(),
    sources: z.array(z.string()).meta({ description: 'URLs' }),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(
    { service, caller, requestId, signal, trackUsage },
    { engine, prompt, country, hl, maxCredits: limit },
  ) {
    const { provider } = await service.providers.resolve<Engine>(caller.organizationId, engine);
    const request = parseMonitorRequest(provider, { prompt, query: prompt, country, hl });
    const credits = getRequestCredits(engine, request);
    if (limit === undefined || limit < credits) {
      const message = describeCost(credits, 'Querying this engine');
      return { credits, message, isAnswered: false, text: null, sources: [] };
    }
    const running = runSyncRequest(service, { caller, requestId, engine, request, signal });
    trackUsage(
      running.then((settled) => ({
        charged: settled.usage.charged,
        providerUsage: 'providerUsage' in settled ? settled.providerUsage : undefined,
      })),
    );
    const outcome = await running;
    if ('error' in outcome) throw outcome.error;
    const { text, sources } = readAnswer(outcome.result);
    const message = `It cost ${formatCredits(outcome.usage.charged)}. Balance: ${formatCredits(outcome.usage.balance)}.`;
    return { credits: outcome.usage.charged, message, isAnswered: true, text, sources };
  },
});

const answerSchema = z.object({
  text: z.string().default(''),
  sources: z.array(z.object({ url: z.string() })).default([]),
});
const resultsSchema = z.array(
  z.object({ title: z.string(), link: z.string(), snippet: z.string().optional() }),
);

/** Returns the text and sources of an answer; search results are listed as text. */
function readAnswer(result: object): { text: string; sources: string[] } {
  const lists = Object.entries(result).filter(
    ([name]) => name === 'organicResults' || name === 'newsResults',
  );
  const results = lists.flatMap(([, list]) => resultsSchema.safeParse(list).data ?? []);
  if (results.length > 0) {
    const lines = results.map(({ title, snippet }, index) => `${index + 1}. ${title}: ${snippet ?? ''}`);
    return { text: lines.join('\n'), sources: results.map(({ link }) => link) };
  }
  const { text, sources } = answerSchema.parse(result);
  return { text, sources: sources.map(({ url }) => url) };
}

export const startRunTool = defineTool({
  name: 'start_run',
  title: 'Start a run',
  description:
    'Sends the active prompts of a project to engines now, with the engines, countries and samples of its schedule. The answers appear in its metrics within minutes. It costs credits for each answer: call it without maxCredits to get the cost, then with maxCredits to start the run.',
  scope: 'tasks',
  input: z.object({
    project: z.guid().meta({ description: 'Project ID, from list_projects' }),
    engine: z
      .array(z.enum(engines))
      .max(9)
      .optional()
      .meta({ description: `Engines to use instead of those of the schedule: ${engineNames}` }),
    maxCredits,
  }),
  output: z.object({ ...costOutput, runId: z.uuid().nullable(), answers: z.int() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ context }, { project: projectId, engine, maxCredits: limit }) {
    requirePermission(context.actor, 'runs.start');
    // A key that can start runs does not need permission to read metrics.
    const actor = { kind: 'operator' } as const;
    const schedule = await getSchedule({ ...context, actor }, { projectId });
    const prompts = await listPrompts({ ...context, actor }, { projectId });
    if (!schedule) {
      throw invalidField(
        'project',
        'This project has no schedule, or does not exist. Check the ID with list_projects, or save a schedule in the dashboard first.',
      );
    }
    const { countries, samples, addOns } = schedule;
    const options = { engines: engine ?? schedule.engines, countries, samples, addOns };
    const cost = calculateScheduleCost({
      ...options,
      cadence: schedule.cadence,
      promptCount: prompts.length,
    });
    const { creditsPerRun: credits, answersPerRun: answers } = cost;
    if (limit === undefined || limit < credits) {
      return {
        credits,
        message: describeCost(credits, messages.run({ amount: String(answers), answers })),
        runId: null,
        answers,
      };
    }
    const run = await startRun(context, { projectId, kind: 'manual', ...options });
    const message = `The run started. It costs at most ${formatCredits(credits)}: failed requests cost nothing.`;
    return { credits, message, runId: run?.runId ?? null, answers };
  },
});
