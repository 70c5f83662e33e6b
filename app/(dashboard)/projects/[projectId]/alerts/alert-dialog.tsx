'use client';

import { Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useFormDialog } from '#app/(dashboard)/use-form.ts';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { SelectField } from '#components/ui/field';
import { changePageFilters, loadSelection } from '#lib/contract/filters/page-filters';
import type { AlertCondition } from '#lib/dashboard/alerts/conditions/condition';
import { createAlertAction, editAlertAction } from './actions';
import { type AlertDraft, emptyDraft, toAlertInput, toDraft } from './alert-draft';
import { AlertPreview } from './alert-preview';
import { ConditionFields } from './condition-fields';

interface AlertDialogProps {
  projectId: string;
  competitors: readonly { id: string; name: string }[];
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
  /** The alert to edit; without it one is created. */
  alert?: { id: string; condition: AlertCondition; query: string };
}

const kindGroups: readonly {
  label: string;
  options: readonly { kind: AlertDraft['kind']; label: string }[];
}[] = [
  {
    label: 'Brand alerts',
    options: [
      { kind: 'metric', label: 'A metric changes' },
      { kind: 'overtaken', label: 'A competitor overtakes the brand' },
      { kind: 'page-lost', label: 'A page of the brand is no longer cited' },
      { kind: 'new-domain', label: 'A new domain is among the most cited' },
    ],
  },
  {
    label: 'Monitoring health',
    options: [
      { kind: 'model-changed', label: 'The model behind an engine changes' },
      { kind: 'run-failed', label: 'Answers of a run are missing' },
      { kind: 'credits-low', label: 'Credits run low' },
    ],
  },
];

/** Dialog that creates or edits an alert, and shows how often it would have been raised. */
export function AlertDialog({ projectId, competitors, denial, alert }: AlertDialogProps) {
  const toast = useToast();
  const form = useFormDialog<AlertDraft, unknown>({
    stored: alert ? toDraft(alert.condition, alert.query) : emptyDraft,
    save: (values) => {
      const input = { projectId, ...toAlertInput(values) };
      return alert ? editAlertAction({ ...input, alertId: alert.id }) : createAlertAction(input);
    },
    onSaved: () => toast({ title: alert ? 'Alert saved' : 'Alert created' }),
  });
  const draft = form.values;
  // Each condition has its own period.
  const pageFilters = changePageFilters(new URLSearchParams(), loadSelection(useSearchParams())).toString();
  const offeredFilters = alert?.query || pageFilters;
  const hasFilters = draft.kind !== 'run-failed' && draft.kind !== 'credits-low' && offeredFilters !== '';
  return (
    <FormDialog
      {...form.dialog}
      problem={form.problem?.message}
      title={alert ? 'Edit alert' : 'Create alert'}
      description={
        alert
          ? 'Saving changes resets this alert. It’s evaluated as if it were new.'
          : 'Each channel gets one message when the alert is raised. The next one comes only after the alert is cleared and raised again.'
      }
      trigger={
        <Button
          denial={denial}
          kind={alert ? 'quiet' : 'secondary'}
          size={alert ? 'small' : 'medium'}
          {...(!alert && { Icon: Plus })}
        >
          {alert ? 'Edit' : 'Create alert'}
        </Button>
      }
      submitLabel={alert ? 'Save alert' : 'Create alert'}
    >
      <SelectField
        label="Alert when"
        value={draft.kind}
        onChange={({ target }) => {
          const kind = kindGroups
            .flatMap(({ options }) => options)
            .find((option) => option.kind === target.value)?.kind;
          if (kind) form.change({ kind });
        }}
      >
        {kindGroups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.options.map(({ kind, label: text }) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <ConditionFields draft={draft} change={form.change} competitors={competitors} problem={form.problem} />
      {hasFilters ? (
        <Checkbox
          label={alert?.query ? 'Apply the filters of this alert' : 'Apply the current filters'}
          checked={draft.query !== ''}
          onChange={(checked) => form.change({ query: checked ? offeredFilters : '' })}
        />
      ) : null}
      <AlertPreview projectId={projectId} draft={draft} />
    </FormDialog>
  );
}
