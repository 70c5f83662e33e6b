'use client';

import { Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { CountryPicker } from '#components/ui/country-picker';
import { Notice } from '#components/ui/notice';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import { useToast } from '#components/ui/toast';
import { offeredEngines } from '#lib/dashboard/schedules/offered-engines';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { useAction } from '../../../use-action';
import { runNowAction, saveScheduleAction } from './actions';
import { ScheduleCostFigures } from './schedule-cost-figures';

interface ScheduleFormProps {
  projectId: string;
  initial: ScheduleDraft;
  /** Whether it is stored already. */
  saved: boolean;
  prompts: number;
  /** Undefined when the service could not be asked. */
  creditsRemaining: number | undefined;
  mayEdit: boolean;
}

const cadences = [
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month, on the first' },
] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const samples = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Once' : `${index + 1} times`,
}));

/** Where, how often and when the prompts are asked, with what it costs before it is saved. */
export function ScheduleForm({
  projectId,
  initial,
  saved,
  prompts,
  creditsRemaining,
  mayEdit,
}: ScheduleFormProps) {
  const router = useRouter();
  const toast = useToast();
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const save = useAction(saveScheduleAction, () =>
    toast({ title: 'Schedule saved', description: 'The next run is shown at the top of this page.' }),
  );
  const stop = useAction(saveScheduleAction, () =>
    toast({ title: 'Schedule stopped', description: 'Answers stay.' }),
  );
  const run = useAction(runNowAction, () => router.push(`/projects/${projectId}/runs`));
  const problem = save.problem ?? run.problem ?? stop.problem;
  const toggleEngine = (engine: ScheduleDraft['engines'][number], on: boolean) =>
    change({ engines: on ? [...draft.engines, engine] : draft.engines.filter((one) => one !== engine) });
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_320px]">
      <fieldset disabled={!mayEdit} className="min-w-0">
        <legend className="sr-only">Schedule</legend>
        <Section title="Engines" note="Each answers in its own manner and has its own price.">
          <div className="flex flex-col">
            {offeredEngines.map(({ engine, label, credits }) => (
              <div key={engine} className="flex items-center justify-between border-t py-1 first:border-t-0">
                <Checkbox
                  label={label}
                  checked={draft.engines.includes(engine)}
                  onChange={(on) => toggleEngine(engine, on)}
                />
                <span className="text-xs text-muted">{credits} credits an answer</span>
              </div>
            ))}
          </div>
        </Section>
        <Section
          title="Countries"
          note="Every prompt is asked as seen from each of them; the country does not change the price."
        >
          <CountryPicker
            label="Countries"
            chosen={draft.countries}
            onChange={(countries) => change({ countries })}
          />
        </Section>
        <Section
          title="How often"
          note="Answers vary from run to run; asking more often, or several times a run, narrows the interval."
        >
          <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
            <Select
              label="Cadence"
              options={cadences}
              value={draft.cadence}
              onChange={(cadence) => change({ cadence })}
            />
            <Select
              label="Each prompt, each run"
              options={samples}
              value={String(draft.samples)}
              onChange={(value) => change({ samples: Number(value) })}
            />
            {draft.cadence === 'weekly' ? (
              <Select
                label="Day"
                options={weekdays.map((label, day) => ({ value: String(day), label }))}
                value={String(draft.weekday)}
                onChange={(value) => change({ weekday: Number(value) })}
              />
            ) : null}
            {draft.cadence === 'hourly' ? null : (
              <Select
                label="Time"
                options={hours}
                value={String(draft.hour)}
                onChange={(value) => change({ hour: Number(value) })}
              />
            )}
            <Select
              label="Time zone"
              options={timeZones(draft.timeZone)}
              value={draft.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
          </div>
        </Section>
      </fieldset>
      <aside className="lg:sticky lg:top-20 lg:self-start">
        <Section title="What it costs">
          <ScheduleCostFigures draft={draft} prompts={prompts} creditsRemaining={creditsRemaining} />
          {problem ? (
            <div className="mt-4">
              <Notice tone="danger">{problem.message}</Notice>
            </div>
          ) : null}
          {mayEdit ? (
            <div className="mt-5 flex flex-col gap-2">
              <Button
                kind="primary"
                busy={save.busy}
                onClick={() => save.run(projectId, { ...draft, enabled: true })}
              >
                {saved && initial.enabled ? 'Save the schedule' : 'Start the schedule'}
              </Button>
              <Button busy={run.busy} onClick={() => run.run(projectId, draft)}>
                <Play aria-hidden />
                Run now, once
              </Button>
              {saved && initial.enabled ? (
                <Button
                  kind="quiet"
                  busy={stop.busy}
                  onClick={() => stop.run(projectId, { ...draft, enabled: false })}
                >
                  Stop the schedule
                </Button>
              ) : null}
            </div>
          ) : (
            <p className="mt-4 text-xs text-muted">Your role may look at the schedule, not change it.</p>
          )}
        </Section>
      </aside>
    </div>
  );
}

/** The time zones the browser knows, with the chosen one even if it does not. */
function timeZones(chosen: string) {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', chosen, ...known])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));
}
