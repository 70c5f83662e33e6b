'use client';

import { useState } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { Progress } from '#components/ui/loading';
import { ErrorNotice } from '#components/ui/notice';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import { formatCount, formatPlural, parseCount } from '#lib/format/numbers';
import { getFieldMessage, useAction } from '../../../use-action';
import { saveBudgetsAction } from './actions';

interface BudgetFormProps {
  projectId: string;
  budgets: Budgets;
  /** Reason why the member can't change budgets; null if they can. */
  denial: string | null;
}

const toText = (credits: number | null) => (credits === null ? '' : String(credits));
/** An empty field means no limit; anything that is not a number fails validation. */
const toCredits = (text: string) => (text.trim() === '' ? null : parseCount(text));

/** The monthly budgets of a project and its schedule, with the credits used. */
export function BudgetForm({ projectId, budgets, denial }: BudgetFormProps) {
  const toast = useToast();
  const [schedule, setSchedule] = useState(toText(budgets.scheduleCredits));
  const [project, setProject] = useState(toText(budgets.projectCredits));
  const save = useAction(saveBudgetsAction, () =>
    toast({
      title: 'Budgets saved',
      description: 'Paused runs continue within a minute if the budgets allow it.',
    }),
  );
  const getError = (field: string) => getFieldMessage(save.problem, field);
  const hasFieldError = getError('scheduleCredits') || getError('projectCredits');
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <BudgetProgress label="Scheduled runs" used={budgets.scheduleUsed} limit={budgets.scheduleCredits} />
      <BudgetProgress
        label="All runs of this project"
        used={budgets.projectUsed}
        limit={budgets.projectCredits}
      />
      {denial === null ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.run({
              projectId,
              scheduleCredits: toCredits(schedule),
              projectCredits: toCredits(project),
            });
          }}
        >
          {hasFieldError ? null : <ErrorNotice problem={save.problem} />}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Credits per month for scheduled runs"
              hint="Leave empty for no limit."
              inputMode="numeric"
              autoComplete="off"
              value={schedule}
              onChange={({ target }) => setSchedule(target.value)}
              error={getError('scheduleCredits')}
            />
            <TextField
              label="Credits per month for all runs of this project"
              hint="Scheduled and manual runs. Leave empty for no limit."
              inputMode="numeric"
              autoComplete="off"
              value={project}
              onChange={({ target }) => setProject(target.value)}
              error={getError('projectCredits')}
            />
          </div>
          <div>
            <Button type="submit" busy={save.busy}>
              Save budgets
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <DeniedButton reason={denial}>Change budgets</DeniedButton>
        </div>
      )}
    </div>
  );
}

function BudgetProgress({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  if (limit === null) {
    return (
      <p className="flex flex-wrap justify-between gap-x-4 text-xs">
        <span className="font-medium">{label}</span>
        <span className="text-muted">{formatPlural(used, 'credit')} this month, no limit</span>
      </p>
    );
  }
  const text = `${formatCount(used)} of ${formatPlural(limit, 'credit')} this month`;
  return <Progress label={label} done={Math.min(used, limit)} total={Math.max(1, limit)} text={text} />;
}
