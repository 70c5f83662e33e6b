import type { Engine } from '#lib/contract/engines';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { ProviderName } from '#lib/providers/registry';
import type { Finding } from '#lib/providers/response-shape/compare-shape';
import { definePeriodicJob } from '#lib/queue/jobs';
import { type CheckService, checkProvider, isCircuitOpen } from '#lib/service/provider-checks/check-provider';
import { claimDailyCheck, readShape, recordCheck } from '#lib/service/provider-checks/check-store';
import { type CheckedProvider, listCheckedProviders } from '#lib/service/provider-checks/checked-engines';
import { describeCheckFailure, describeNewFields } from '#lib/service/provider-checks/describe-check';

/** Checks the providers once a day; looks every ten minutes for checks that are due. */
export const checkProvidersJob = definePeriodicJob('check-providers', { expireSeconds: 600, retries: 0 });
export const checkProvidersCron = '*/10 * * * *';

/** The outcome of a check. */
export interface CheckOutcome {
  provider: ProviderName;
  engine: Engine;
  /** `skipped` while the circuit breaker of the provider is open. */
  status: 'passed' | 'failed' | 'skipped';
  error: { kind: string; message: string } | null;
  findings: Finding[];
}

/**
 * Checks the providers whose daily check is due, unless `PROVIDER_CHECKS` is off. A provider whose circuit is open is
 * checked once it has closed. Logs a warning when a provider begins to fail, and its recovery.
 * @throws the signal's reason if the signal is aborted
 */
export async function runDueChecks(service: CheckService, signal: AbortSignal): Promise<void> {
  if (service.settings.PROVIDER_CHECKS === 'off') return;
  const check = async (checked: CheckedProvider) => {
    if (await isCircuitOpen(service, checked)) return;
    if (!(await claimDailyCheck(service, checked.name))) return;
    const { outcome, change } = await checkAndRecord(service, checked, signal);
    logChange(outcome, change);
  };
  await Promise.all(
    listCheckedProviders(service.settings).map((checked) =>
      check(checked).catch((error: unknown) => {
        signal.throwIfAborted();
        // The other providers do not wait for this one.
        log.error({ provider: checked.name, error: describeError(error) }, 'checking a provider failed');
      }),
    ),
  );
}

/**
 * Checks providers now, one after another.
 * @param onOutcome called after each check
 */
export async function runChecksNow(
  service: CheckService,
  providers: readonly CheckedProvider[],
  onOutcome: (outcome: CheckOutcome) => void,
): Promise<CheckOutcome[]> {
  const { signal } = new AbortController();
  const outcomes: CheckOutcome[] = [];
  for (const checked of providers) {
    const { name: provider, engine } = checked;
    const outcome: CheckOutcome = (await isCircuitOpen(service, checked))
      ? { provider, engine, status: 'skipped', error: null, findings: [] }
      : (await checkAndRecord(service, checked, signal)).outcome;
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}

async function checkAndRecord(service: CheckService, checked: CheckedProvider, signal: AbortSignal) {
  const { name: provider, engine } = checked;
  const stored = await readShape(service.db, provider, engine);
  const result = await checkProvider(service, checked, stored, signal);
  const change = await recordCheck(service, { provider, engine }, result);
  const { status, error, findings } = result;
  const outcome: CheckOutcome = {
    provider,
    engine,
    status,
    error: error ? { kind: error.kind, message: error.message } : null,
    findings,
  };
  return { outcome, change };
}

function logChange(outcome: CheckOutcome, change: 'failed' | 'recovered' | undefined): void {
  const { provider, engine, findings } = outcome;
  const fields = { provider, engine };
  if (change === 'failed') {
    log.warn({ ...fields, reason: describeCheckFailure(outcome) }, 'provider check failed');
  } else if (change === 'recovered') log.info(fields, 'provider check recovered');
  const added = describeNewFields(findings);
  if (added) log.info({ ...fields, added }, 'provider response has new fields');
}
