'use client';

import { ArrowLeft, ArrowRight, Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Page } from '#components/layout/page';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { fieldMessage, useAction } from '../../use-action';
import { createProjectAction, readBrandsAction } from '../actions';
import { toBrandDraft, toBrandInput } from '../brand-fields';
import { beginProjectAction } from './actions';
import { BrandStep } from './brand-step';
import { CompetitorsStep } from './competitors-step';
import { EnginesStep } from './engines-step';
import {
  chosenPrompts,
  namedCompetitors,
  type ProjectDraft,
  rowKey,
  useSavedDraft,
  withTyped,
} from './project-draft';
import { PromptsStep } from './prompts-step';
import { getStepOfField, Steps, stepNames, steps } from './steps';

/** In the address, so that the browser's Back goes to the step before. */
const stepInAddress = parseAsStringLiteral(stepNames).withDefault('brand').withOptions({ history: 'push' });

interface NewProjectProps {
  /** The person and the organization that the draft belongs to. */
  drafter: string;
  /** The id of the project made from here: sent twice, it is made once. */
  newProjectId: string;
  schedule: ScheduleDraft;
  creditsRemaining: CreditBalance;
}

/** Four steps from a website to a first live run; nothing is stored before the last. */
export function NewProject({ drafter, newProjectId, schedule, creditsRemaining }: NewProjectProps) {
  const router = useRouter();
  const toast = useToast();
  const [asked, setAsked] = useQueryState('step', stepInAddress);
  const { draft, setDraft, forget } = useSavedDraft(drafter, schedule);
  const change = (part: Partial<ProjectDraft>) => setDraft((before) => ({ ...before, ...part }));
  const changeSchedule = (part: Partial<ScheduleDraft>) =>
    setDraft((before) => ({ ...before, schedule: { ...before.schedule, ...part } }));
  const gathered = withTyped(draft);
  const prompts = chosenPrompts(gathered);
  const open = draft.own.name.trim() === '' ? 0 : prompts.length === 0 ? 2 : 3;
  const step = Math.min(stepNames.indexOf(asked), open);
  const go = (to: number) => {
    setDraft(gathered);
    setAsked(stepNames[to] ?? 'brand');
    read.clear();
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const project = {
    id: newProjectId,
    name: draft.own.name,
    own: toBrandInput(draft.own),
    competitors: namedCompetitors(gathered).map(toBrandInput),
  };

  const leaveFor = (address: string) => {
    forget();
    router.push(address);
  };
  const begin = useAction(beginProjectAction, ({ projectId, runId }) =>
    leaveFor(`/projects/${projectId}/runs/${runId}`),
  );
  const create = useAction(createProjectAction, (id) => leaveFor(`/projects/${id}/prompts`));
  const read = useAction(readBrandsAction, ({ own, competitors }) => {
    change({
      own: toBrandDraft(own),
      competitors: competitors.map((brand) => ({ ...toBrandDraft(brand), key: rowKey() })),
    });
    toast({ title: `Read ${competitors.length + 1} brands`, description: 'Look them over, then go on.' });
  });
  const problem = begin.problem ?? create.problem ?? read.problem;
  const problemOf = (field: string) =>
    fieldMessage(begin.problem, field) ?? fieldMessage(create.problem, field.replace(/^project\./, ''));
  const wrongInCreate = create.problem?.fields[0]?.field;
  const wrong = begin.problem?.fields[0]?.field ?? (wrongInCreate && `project.${wrongInCreate}`);
  const { title, answer } = steps[step] ?? steps[0];
  const start = () =>
    begin.run({
      project,
      prompts: prompts.map(({ text, topic, tags, language }) => ({ text, topic, tags, language })),
      schedule: draft.schedule,
    });

  return (
    <Page title={title} answer={answer}>
      <div className="max-w-4xl">
        <Steps labels={steps.map(({ label }) => label)} current={step} open={open} onGo={go} />
        {problem ? (
          <div className="mb-6">
            <Notice tone="danger">
              {problem.message}
              {wrong && getStepOfField(wrong) !== step ? (
                <>
                  {' '}
                  <button type="button" className="underline" onClick={() => go(getStepOfField(wrong))}>
                    Go to {steps[getStepOfField(wrong)]?.label.toLowerCase()}
                  </button>
                </>
              ) : null}
            </Notice>
          </div>
        ) : null}
        {step === 0 ? (
          <BrandStep
            own={draft.own}
            onChange={(own) => change({ own })}
            onBrandsCsv={(csv) => read.run(csv)}
            problemOf={problemOf}
          />
        ) : null}
        {step === 1 ? (
          <CompetitorsStep
            competitors={draft.competitors}
            typed={draft.typedCompetitors}
            onType={(typedCompetitors) => change({ typedCompetitors })}
            onAdd={() => setDraft(gathered)}
            onChange={(competitors) => change({ competitors })}
            problemOf={problemOf}
          />
        ) : null}
        {step === 2 ? <PromptsStep draft={draft} onChange={change} /> : null}
        {step === 3 ? (
          <EnginesStep
            schedule={draft.schedule}
            onChange={changeSchedule}
            prompts={prompts.length}
            creditsRemaining={creditsRemaining}
          />
        ) : null}
        <div className="flex flex-wrap justify-end gap-2 border-t pt-5">
          {step > 0 ? (
            <Button kind="quiet" className="mr-auto" onClick={() => go(step - 1)}>
              <ArrowLeft aria-hidden />
              Back
            </Button>
          ) : null}
          {step === 2 && prompts.length === 0 ? (
            <Button busy={create.busy} onClick={() => create.run(project)}>
              Create it without prompts
            </Button>
          ) : null}
          {step < steps.length - 1 ? (
            <Button kind="primary" disabled={step >= open} onClick={() => go(step + 1)}>
              Next: {steps[step + 1]?.label.toLowerCase()}
              <ArrowRight aria-hidden />
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={begin.busy}
              disabled={draft.schedule.engines.length === 0 || draft.schedule.countries.length === 0}
              onClick={start}
            >
              <Play aria-hidden />
              {begin.busy ? 'Starting…' : 'Create the project and ask now'}
            </Button>
          )}
        </div>
      </div>
    </Page>
  );
}
