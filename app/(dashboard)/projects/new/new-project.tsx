'use client';

import { ArrowLeft, ArrowRight, Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Page } from '#components/layout/page';
import { useToast } from '#components/overlays/toast';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Notice } from '#components/ui/notice';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { formatPlural } from '#lib/format/numbers';
import { getFieldMessage, useAction } from '../../use-action';
import { ScheduleCost } from '../[projectId]/schedule/schedule-cost';
import { createProjectAction, onboardProjectAction, readBrandsAction } from '../actions';
import { toBrandDraft, toBrandInput } from '../brand-fields';
import { ScheduleFields } from '../schedule-fields';
import { BrandStep, CompetitorsStep } from './brand-steps';
import {
  addPendingEntries,
  createRowKey,
  getNamedCompetitors,
  getSelectedPrompts,
  type ProjectDraft,
  useSavedDraft,
} from './project-draft';
import { PromptsStep } from './prompts-step';
import { getStepOfField, Steps, stepNames, steps } from './steps';

/** In the URL, so that the Back button returns to the previous step. */
const stepParser = parseAsStringLiteral(stepNames).withDefault('brand').withOptions({ history: 'push' });

interface NewProjectProps {
  /** User and organization that the draft belongs to. */
  draftOwner: string;
  /** ID of the new project, so that a repeated request creates it only once. */
  newProjectId: string;
  schedule: ScheduleDraft;
  creditsRemaining: CreditBalance;
}

/** Wizard from a website to a first run. Nothing is stored before the last step. */
export function NewProject({ draftOwner, newProjectId, schedule, creditsRemaining }: NewProjectProps) {
  const router = useRouter();
  const toast = useToast();
  const [requestedStep, setRequestedStep] = useQueryState('step', stepParser);
  const { draft, setDraft, clearDraft } = useSavedDraft(draftOwner, schedule);
  const change = (part: Partial<ProjectDraft>) => setDraft((before) => ({ ...before, ...part }));
  const changeSchedule = (part: Partial<ScheduleDraft>) =>
    setDraft((before) => ({ ...before, schedule: { ...before.schedule, ...part } }));
  const completeDraft = addPendingEntries(draft);
  const prompts = getSelectedPrompts(completeDraft);
  const lastOpenStep = draft.own.name.trim() === '' ? 0 : prompts.length === 0 ? 2 : 3;
  const step = Math.min(stepNames.indexOf(requestedStep), lastOpenStep);
  const goToStep = (to: number) => {
    setDraft(completeDraft);
    setRequestedStep(stepNames[to] ?? 'brand');
    readBrands.clear();
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const project = {
    id: newProjectId,
    name: draft.own.name,
    own: toBrandInput(draft.own),
    competitors: getNamedCompetitors(completeDraft).map(toBrandInput),
  };

  const leaveTo = (url: string) => {
    clearDraft();
    router.push(url);
  };
  const onboard = useAction(onboardProjectAction, ({ projectId, runId }) =>
    leaveTo(`/projects/${projectId}/runs/${runId}`),
  );
  const create = useAction(createProjectAction, (id) => leaveTo(`/projects/${id}/prompts`));
  const readBrands = useAction(readBrandsAction, ({ own, competitors }) => {
    change({
      own: toBrandDraft(own),
      competitors: competitors.map((brand) => ({ ...toBrandDraft(brand), key: createRowKey() })),
    });
    toast({
      title: `${formatPlural(competitors.length + 1, 'brand')} imported`,
      description: 'Review them before you continue.',
    });
  });
  const problem = onboard.problem ?? create.problem ?? readBrands.problem;
  const getError = (field: string) =>
    getFieldMessage(onboard.problem, field) ??
    getFieldMessage(create.problem, field.replace(/^project\./, ''));
  const createErrorField = create.problem?.fields[0]?.field;
  const errorField = onboard.problem?.fields[0]?.field ?? (createErrorField && `project.${createErrorField}`);
  const { title, summary } = steps[step] ?? steps[0];
  const startProject = () =>
    onboard.run({
      project,
      prompts: prompts.map(({ text, topic, tags, language }) => ({ text, topic, tags, language })),
      schedule: draft.schedule,
    });

  return (
    <Page title={title} summary={summary}>
      <div className="max-w-4xl">
        <Steps current={step} lastOpenStep={lastOpenStep} onStep={goToStep} />
        {problem ? (
          <div className="mb-6">
            <Notice tone="danger">
              {problem.message}
              {errorField && getStepOfField(errorField) !== step ? (
                <>
                  {' '}
                  <button
                    type="button"
                    className="underline"
                    onClick={() => goToStep(getStepOfField(errorField))}
                  >
                    Go to {steps[getStepOfField(errorField)]?.label.toLowerCase()}
                  </button>
                </>
              ) : null}
            </Notice>
          </div>
        ) : null}
        {step === 0 ? (
          <BrandStep draft={draft} onChange={change} onBrandsCsv={readBrands.run} getError={getError} />
        ) : null}
        {step === 1 ? <CompetitorsStep draft={draft} onChange={change} getError={getError} /> : null}
        {step === 2 ? <PromptsStep draft={draft} onChange={change} /> : null}
        {step === 3 ? (
          <>
            <ScheduleFields draft={draft.schedule} onChange={changeSchedule} />
            <Section title="Cost">
              <ScheduleCost
                now={new Date()}
                draft={draft.schedule}
                prompts={prompts.length}
                creditsRemaining={creditsRemaining}
              />
              <div className="mt-4">
                <Checkbox
                  label="Run on this schedule after the first run"
                  checked={draft.schedule.enabled}
                  onChange={(enabled) => changeSchedule({ enabled })}
                />
              </div>
            </Section>
          </>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2 border-t pt-5">
          {step > 0 ? (
            <Button Icon={ArrowLeft} kind="quiet" className="mr-auto" onClick={() => goToStep(step - 1)}>
              Back
            </Button>
          ) : null}
          {step === 2 && prompts.length === 0 ? (
            <Button busy={create.busy} onClick={() => create.run(project)}>
              Create without prompts
            </Button>
          ) : null}
          {step < steps.length - 1 ? (
            <Button kind="primary" disabled={step >= lastOpenStep} onClick={() => goToStep(step + 1)}>
              Next: {steps[step + 1]?.label.toLowerCase()}
              <ArrowRight aria-hidden />
            </Button>
          ) : (
            <Button
              Icon={Play}
              kind="primary"
              busy={onboard.busy}
              disabled={draft.schedule.engines.length === 0 || draft.schedule.countries.length === 0}
              onClick={startProject}
            >
              {onboard.busy ? 'Starting…' : 'Create project and run now'}
            </Button>
          )}
        </div>
      </div>
    </Page>
  );
}
