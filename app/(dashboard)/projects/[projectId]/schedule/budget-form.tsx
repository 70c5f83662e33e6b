'use client';

import { useForm } from '#app/(dashboard)/use-form.ts';
import { useToast } from '#components/overlays/toast';
import { Form } from '#components/ui/form';
import { Progress } from '#components/ui/loading';
import { OperationFields, readEnteredValues } from '#components/ui/operation-fields';
import { defineMessages } from '#lib/core/messages';
import { formatPlural } from '#lib/core/numbers';
import type { Budgets } from '#lib/dashboard/runs/budgets';
import type { FormField } from '#lib/operations/form-fields';
import { saveBudgetsAction } from './actions';

interface BudgetFormProps {
  projectId: string;
  fields: readonly FormField[];
  budgets: Budgets;
  /** Reason why the member can't change budgets; null if they can. */
  denial: string | null;
}

/** The monthly budgets of a project and its schedule, with the credits used. */
export function BudgetForm({ projectId, fields, budgets, denial }: BudgetFormProps) {
  const toast = useToast();
  const save = useForm({
    stored: budgets,
    save: (values) =>
      saveBudgetsAction({
        projectId,
        ...readEnteredValues<Pick<Budgets, 'scheduleCredits' | 'projectCredits'>>(fields, values),
      }),
    onSaved: () =>
      toast({
        title: 'Budgets saved',
        description: 'Paused runs continue within a minute if the budgets allow it.',
      }),
  });
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <BudgetProgress label="Scheduled runs" used={budgets.scheduleUsed} limit={budgets.scheduleCredits} />
      <BudgetProgress
        label="All runs of this project"
        used={budgets.projectUsed}
        limit={budgets.projectCredits}
      />
      <Form {...save.form} denial={denial} submitLabel="Save budgets">
        <div className="grid gap-4 sm:grid-cols-2">
          <OperationFields fields={fields} {...save.fields} />
        </div>
      </Form>
    </div>
  );
}

const messages = defineMessages({
  used: '{used, number} of {limit, plural, one {# credit} other {# credits}} this month',
});

function BudgetProgress({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  if (limit === null) {
    return (
      <p className="flex flex-wrap justify-between gap-x-4 text-xs">
        <span className="font-medium">{label}</span>
        <span className="text-muted">{formatPlural(used, 'credit')} this month, no limit</span>
      </p>
    );
  }
  const text = messages.used({ used, limit });
  return <Progress label={label} done={Math.min(used, limit)} total={Math.max(1, limit)} text={text} />;
}
