'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { AvailableProviders } from '#app/(dashboard)/developers/engines/engine-providers.ts';
import { ProviderNotice } from '#app/(dashboard)/projects/provider-notice.tsx';
import { ScheduleFields } from '#app/(dashboard)/projects/schedule-fields.tsx';
import { getFieldMessage, useAction } from '#app/(dashboard)/use-action.ts';
import { useToast } from '#components/overlays/toast';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { DeniableFields } from '#components/ui/form';
import { ErrorNotice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { hasMissingProviders } from '#lib/dashboard/schedules/suggest-schedule';
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
      ...schedule,
      projectId,
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
        <div className="min-w-0">
          <DeniableFields denial={denial}>
            <ScheduleFields draft={draft} onChange={change} engineProviders={providers.engines} />
          </DeniableFields>
        </div>
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
            <div className="mt-5 flex flex-col gap-2">
              <Button
                kind="primary"
                denial={denial}
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
                denial={runDenial ?? denial}
                creditsRemaining={creditsRemaining}
                busy={run.busy}
                onRun={() => run.run({ ...draft, projectId, runId: newRunId })}
              />
              {hasSchedule && initial.enabled ? (
                <Button
                  kind="quiet"
                  denial={denial}
                  busy={save.busy}
                  onClick={() => saveSchedule({ ...(original ?? draft), enabled: false })}
                >
                  Pause schedule
                </Button>
              ) : null}
            </div>
          </Section>
        </aside>
      </div>
    </>
  );
}
