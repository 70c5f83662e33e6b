'use client';

import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import type { AvailableProviders } from '#app/(dashboard)/developers/engines/engine-providers.ts';
import { getFieldMessage, useAction } from '#app/(dashboard)/use-action.ts';
import { Page } from '#components/layout/page';
import { useToast } from '#components/overlays/toast';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Notice } from '#components/ui/notice';
import { defineMessages } from '#lib/core/messages';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { fitsCredits } from '#lib/dashboard/schedules/fit-schedule';
import { calculateScheduleCost, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { hasMissingProviders, suggestSchedule } from '#lib/dashboard/schedules/suggest-schedule';
import { RunButton } from '../[projectId]/schedule/run-button';
import { ScheduleCost } from '../[projectId]/schedule/schedule-cost';
import { createProjectAction, onboardProjectAction, readBrandsAction } from '../actions';
import { toBrandInput } from '../brand-draft';
import { ProviderNotice } from '../provider-notice';
import { ScheduleFields } from '../schedule-fields';
import { BrandStep, type BrandsFile, CompetitorsStep } from './brand-steps';
import {
  addPendingEntries,
  getNamedCompetitors,
  getSelectedPrompts,
  mergeBrands,
  type ProjectDraft,
  useSavedDraft,
} from './project-draft';
import { PromptsStep } from './prompts-step';
import { getStepOfField, Steps, stepNames, steps } from './steps';

const messages = defineMessages({
  imported: '{brands, plural, one {# brand} other {# brands}} imported',
});

/** The step is in the URL, so that the Back button of the browser returns to the previous step. */
const stepParser = parseAsStringLiteral(stepNames).withDefault('brand').withOptions({ history: 'push' });

interface NewProjectProps {
  /** User and organization that the draft belongs to. */
  draftOwner: string;
  /** ID of the new project, so that a repeated request creates it only once. */
  newProjectId: string;
  schedule: ScheduleDraft;
  creditsRemaining: CreditBalance;
  providers: AvailableProviders;
  canExploreDemo: boolean;
}

/** Wizard that creates a project and starts its first run. The browser keeps the draft until then. */
export function NewProject({
  draftOwner,
  newProjectId,
  schedule: initialSchedule,
  creditsRemaining,
  providers,
  canExploreDemo,
}: NewProjectProps) {
  const router = useRouter();
  const toast = useToast();
  const [requestedStep, setRequestedStep] = useQueryState('step', stepParser);
  const { draft, setDraft, clearDraft } = useSavedDraft(draftOwner, initialSchedule);
  const change = (part: Partial<ProjectDraft>) => setDraft((before) => ({ ...before, ...part }));
  const completeDraft = addPendingEntries(draft);
  const prompts = getSelectedPrompts(completeDraft);
  const promptCount = prompts.length;
  const schedule = draft.isScheduleEdited
    ? draft.schedule
    : suggestSchedule(draft.schedule, {
        promptCount,
        creditsRemaining,
        engineProviders: providers.engines,
      });
  const isFitted =
    !draft.isScheduleEdited &&
    typeof creditsRemaining === 'number' &&
    fitsCredits(schedule, { promptCount, credits: creditsRemaining });
  const changeSchedule = (part: Partial<ScheduleDraft>) =>
    change({ schedule: { ...schedule, ...part }, isScheduleEdited: true });
  const { creditsPerRun } = calculateScheduleCost({ ...schedule, promptCount });
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
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
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
  const create = useAction(createProjectAction, ({ id }) => leaveTo(`/projects/${id}/prompts`));
  const [brandsFile, setBrandsFile] = useState<BrandsFile | null>(null);
  const readBrands = useAction(readBrandsAction, (parsed) => {
    const { own, competitors } = parsed;
    setBrandsFile((file) => file && { ...file, parsed });
    if (!own && competitors.length === 0) return;
    setDraft((before) => ({ ...before, ...mergeBrands(before, parsed) }));
    toast({
      title: messages.imported({ brands: competitors.length + (own ? 1 : 0) }),
      description:
        own || draft.own.name.trim() !== ''
          ? 'Review your brands before you continue.'
          : 'No brand has the role “own”. Enter your brand below.',
    });
  });
  const openBrandsCsv = (csv: string, name: string) => {
    setBrandsFile({ name });
    readBrands.run({ csv });
  };
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
      schedule,
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
        {step === 0 || step === 3 ? (
          <ProviderNotice
            brand={draft.own.name.trim()}
            engines={schedule.engines}
            providers={providers}
            canStartRun={step === 3}
            canExploreDemo={canExploreDemo}
          />
        ) : null}
        {step === 0 ? (
          <BrandStep
            draft={draft}
            onChange={change}
            onBrandsCsv={openBrandsCsv}
            brandsFile={brandsFile}
            getError={getError}
          />
        ) : null}
        {step === 1 ? <CompetitorsStep draft={draft} onChange={change} getError={getError} /> : null}
        {step === 2 ? (
          <PromptsStep
            draft={draft}
            onChange={change}
            schedule={schedule}
            creditsRemaining={creditsRemaining}
          />
        ) : null}
        {step === 3 ? (
          <>
            <ScheduleFields draft={schedule} onChange={changeSchedule} engineProviders={providers.engines} />
            <Section
              title="Cost"
              note={
                isFitted
                  ? 'The schedule was chosen to fit the credits that you have left this month. You can change it above.'
                  : undefined
              }
            >
              <ScheduleCost
                now={new Date()}
                draft={schedule}
                promptCount={promptCount}
                creditsRemaining={creditsRemaining}
              />
              <div className="mt-4">
                <Checkbox
                  label="Run on this schedule after the first run"
                  checked={schedule.enabled}
                  onChange={(enabled) => changeSchedule({ enabled })}
                />
              </div>
            </Section>
          </>
        ) : null}
        <div className="flex flex-col-reverse gap-2 border-t pt-5 *:justify-center sm:flex-row sm:flex-wrap sm:justify-end">
          {step > 0 ? (
            <Button Icon={ArrowLeft} kind="quiet" className="sm:mr-auto" onClick={() => goToStep(step - 1)}>
              Back
            </Button>
          ) : null}
          {step === 2 && prompts.length === 0 ? (
            <Button busy={create.busy} onClick={() => create.run(project)}>
              Create project without prompts
            </Button>
          ) : null}
          {step < steps.length - 1 ? (
            <Button kind="primary" disabled={step >= lastOpenStep} onClick={() => goToStep(step + 1)}>
              Next: {steps[step + 1]?.label.toLowerCase()}
              <ArrowRight aria-hidden />
            </Button>
          ) : (
            <RunButton
              label={
                hasMissingProviders(schedule.engines, providers.engines)
                  ? 'Create project and run anyway'
                  : 'Create project and run now'
              }
              credits={creditsPerRun}
              creditsRemaining={creditsRemaining}
              kind="primary"
              busy={onboard.busy}
              disabled={schedule.engines.length === 0 || schedule.countries.length === 0}
              onRun={startProject}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
