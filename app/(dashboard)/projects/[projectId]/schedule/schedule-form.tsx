'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { useToast } from '#components/overlays/toast';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { hasMissingProviders } from '#lib/dashboard/schedules/suggest-schedule';
import type { AvailableProviders } from '../../../developers/engines/engine-providers';
import { getFieldMessage, useAction } from '../../../use-action';
import { ProviderNotice } from '../../provider-notice';
import { ScheduleFields } from '../../schedule-fields';
import { runNowAction, saveScheduleAction } from './actions';
import { RunButton } from './run-button';
import { ScheduleCost } from './schedule-cost';

interface ScheduleFormProps {
  projectId: string;
  initial: ScheduleDraft;
  hasSchedule: boolean;
  /** The project's own brand. */
  brand: string;
  providers: AvailableProviders;
  canExploreDemo: boolean;
  promptCount: number;
  creditsRemaining: CreditBalance;
  budgets: Budgets;
  now: Date;
  /** Reason why the member can't edit the schedule; null if they can. */
  denial: string | null;
  /** Reason why the member can't start runs; null if they can. */
  runDenial: string | null;
  /** ID for a run started from this form. */
  newRunId: string;
}

/** Form for engines, countries, cadence and samples, with the resulting cost. */
export function ScheduleForm({
  projectId,
  initial,
  hasSchedule,
  brand,
  providers,
  canExploreDemo,
  promptCount,
  creditsRemaining,
  budgets,
  now,
  denial,
  runDenial,
  newRunId,
}: ScheduleFormProps) {
  const router = useRouter();
  const toast = useToast();
  const reasonId = useId();
  const [original, setOriginal] = useState(hasSchedule ? initial : null);
  const [edited, setEdited] = useState<ScheduleDraft>();
  // A suggested schedule that is neither edited nor saved changes when a provider key is added.
  const draft = edited ?? original ?? initial;
  const change = (part: Partial<ScheduleDraft>) => setEdited((before) => ({ ...(before ?? draft), ...part }));
  const save = useAction(saveScheduleAction, (stored) => {
    setOriginal(stored);
    toast(
      stored.enabled
        ? { title: 'Schedule saved', description: 'See the top of this page for the next run.' }
        : { title: 'Schedule paused', description: 'Existing answers are kept.' },
    );
  });
  /** Saves the schedule. If the last attempt reported another member’s change, saving again overwrites that change. */
  const saveSchedule = (schedule: ScheduleDraft) =>
    save.run({
      projectId,
      schedule,
      original: getFieldMessage(save.problem, 'original') ? undefined : original,
    });
  const run = useAction(runNowAction, () => router.push(`/projects/${projectId}/runs`));
  const { creditsPerRun } = calculateScheduleCost({ ...draft, promptCount });
  return (
    <>
      {hasSchedule ? null : (
        <ProviderNotice
          brand={brand}
          engines={draft.engines}
          providers={providers}
          canStartRun
          canExploreDemo={canExploreDemo}
        />
      )}
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_320px]">
        <fieldset
          disabled={denial !== null}
          aria-describedby={denial === null ? undefined : reasonId}
          className="min-w-0"
        >
          <legend className="sr-only">Schedule</legend>
          <ScheduleFields draft={draft} onChange={change} engineProviders={providers.engines} />
        </fieldset>
        <aside className="lg:sticky lg:top-20 lg:self-start">
          <Section title="Cost">
            <ScheduleCost
              draft={{ ...draft, enabled: true }}
              promptCount={promptCount}
              creditsRemaining={creditsRemaining}
              budgets={budgets}
              now={now}
            />
            <ErrorNotice problem={save.problem ?? run.problem} className="mt-4" />
            {denial === null ? (
              <div className="mt-5 flex flex-col gap-2">
                <Button
                  kind="primary"
                  busy={save.busy}
                  onClick={() => saveSchedule({ ...draft, enabled: true })}
                >
                  {hasSchedule && initial.enabled ? 'Save schedule' : 'Start schedule'}
                </Button>
                <RunButton
                  label={
                    !hasSchedule && hasMissingProviders(draft.engines, providers.engines)
                      ? 'Run anyway'
                      : 'Run now'
                  }
                  credits={creditsPerRun}
                  creditsRemaining={creditsRemaining}
                  busy={run.busy}
                  onRun={() => run.run({ projectId, runId: newRunId, schedule: draft })}
                />
                {hasSchedule && initial.enabled ? (
                  <Button
                    kind="quiet"
                    busy={save.busy}
                    onClick={() => saveSchedule({ ...(original ?? draft), enabled: false })}
                  >
                    Pause schedule
                  </Button>
                ) : null}
              </div>
            ) : (
              <div className="mt-5 flex flex-col gap-2">
                <DeniedButton reason={denial} kind="primary">
                  {hasSchedule && initial.enabled ? 'Save schedule' : 'Start schedule'}
                </DeniedButton>
                <DeniedButton reason={runDenial ?? denial}>Run now</DeniedButton>
                {hasSchedule && initial.enabled ? (
                  <DeniedButton reason={denial} kind="quiet">
                    Pause schedule
                  </DeniedButton>
                ) : null}
                <p id={reasonId} className="text-xs text-muted">
                  {denial}
                </p>
              </div>
            )}
          </Section>
        </aside>
      </div>
    </>
  );
}
