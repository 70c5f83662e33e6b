import { z } from 'zod';
import { defineCommand, UsageError } from '#lib/cli/command';
import { getEnv } from '#lib/core/env';
import { getProviderDetails, providerCatalog } from '#lib/providers/registry';
import { createService } from '#lib/service/instance/service';
import { listCheckedProviders } from '#lib/service/provider-checks/checked-engines';
import { describeCheckFailure, describeNewFields } from '#lib/service/provider-checks/describe-check';
import { type CheckOutcome, runChecksNow } from '#lib/service/provider-checks/run-checks';

const providerNames = Object.keys(providerCatalog);

/** Checks whether the responses of the providers still have what Answerscope reads; exit code 1 if a check failed. */
export const checkProvidersCommand = defineCommand(
  {
    name: 'providers check',
    summary:
      'Send one short request to each provider whose key is set, and compare its response with what is read of it',
  },
  {
    provider: z
      .enum(providerNames, `must be one of ${providerNames.join(', ')}`)
      .optional()
      .describe('NAME'),
  },
  async ({ db, clock }, { provider }) => {
    const settings = getEnv();
    const all = listCheckedProviders(settings);
    const selected = all.filter(({ name }) => provider === undefined || name === provider);
    if (provider !== undefined && selected.length === 0) {
      throw new UsageError(`The key of ${provider} is not set, or ENGINE_PROVIDERS excludes it.`);
    }
    if (selected.length === 0) writeLine('No provider key is set, so there is nothing to check.');
    const service = createService({ db, clock, settings });
    const checks = await runChecksNow(service, selected, (outcome) => writeLine(describeOutcome(outcome)));
    if (checks.some(({ status }) => status === 'failed')) process.exitCode = 1;
    return { checks };
  },
);

function describeOutcome(outcome: CheckOutcome): string {
  const { provider, engine, status, findings } = outcome;
  const subject = `${getProviderDetails(provider).title} (${engine})`;
  const added = describeNewFields(findings);
  const newFields = added && ` New fields: ${added}.`;
  if (status === 'skipped') return `${subject}: skipped, because its circuit breaker is open.`;
  if (status === 'passed') return `${subject}: response as expected.${newFields}`;
  return `${subject}: failed. ${describeCheckFailure(outcome)}${newFields}`;
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
