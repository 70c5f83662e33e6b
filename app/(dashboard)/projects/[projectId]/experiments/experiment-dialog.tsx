'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { useToast } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { TextArea, TextField } from '#components/ui/field';
import { formatPlural } from '#lib/format/numbers';
import { getFieldMessage, useAction, useFormDialog } from '../../../use-action';
import { deleteExperimentAction, saveExperimentAction } from '../actions';

interface ExperimentDialogProps {
  projectId: string;
  /** The experiment to edit; without it one is created. */
  experimentId?: string;
  prompts: readonly { id: string; text: string; topic: string }[];
  initial: { name: string; description: string; changedOn: string; promptIds: string[] };
  today: string;
}

/** Dialog that creates or edits an experiment. */
export function ExperimentDialog({
  projectId,
  experimentId,
  prompts,
  initial,
  today,
}: ExperimentDialogProps) {
  const router = useRouter();
  const saving = useAction(saveExperimentAction, (id) => {
    form.close();
    if (!experimentId) router.push(`/projects/${projectId}/experiments/${id}`);
  });
  const form = useFormDialog(initial, [saving], !experimentId);
  const label = experimentId ? 'Edit experiment' : 'Create experiment';
  return (
    <FormDialog
      {...form.dialog}
      title={label}
      description="Prompts that the change should affect are compared with all others, before and after."
      trigger={
        <Button
          Icon={experimentId ? Pencil : Plus}
          kind={experimentId ? 'secondary' : 'primary'}
          data-print="hide"
        >
          {label}
        </Button>
      }
      submit={experimentId ? 'Save experiment' : 'Create experiment'}
      onSubmit={() =>
        saving.run({
          projectId,
          experimentId: experimentId ?? null,
          experiment: form.values,
          original: form.original,
        })
      }
    >
      <TextField
        {...form.field('name')}
        label="Name"
        required
        maxLength={80}
        placeholder="New comparison page"
      />
      <TextArea {...form.field('description')} label="What was changed" required maxLength={500} />
      <TextField
        {...form.field('changedOn')}
        label="First day with the change"
        type="date"
        required
        max={today}
      />
      <PromptPicker
        prompts={prompts}
        selected={form.values.promptIds}
        onChange={(promptIds) => form.change({ promptIds })}
        error={getFieldMessage(form.problem, 'promptIds')}
      />
    </FormDialog>
  );
}

interface DeleteExperimentProps {
  projectId: string;
  experiment: { id: string; name: string; description: string; changedOn: string; promptIds: string[] };
}

/** Deletes an experiment, with undo. */
export function DeleteExperiment({ projectId, experiment: { id, ...experiment } }: DeleteExperimentProps) {
  const router = useRouter();
  const toast = useToast();
  const listUrl = `/projects/${projectId}/experiments`;
  const restoring = useAction(saveExperimentAction, (restoredId) => router.push(`${listUrl}/${restoredId}`));
  const deleting = useAction(deleteExperimentAction, () => {
    toast({
      title: `Experiment “${experiment.name}” deleted`,
      undo: () => restoring.run({ projectId, experimentId: null, experiment }),
    });
    router.push(listUrl);
  });
  return (
    <Button
      Icon={Trash2}
      kind="quiet"
      data-print="hide"
      busy={deleting.busy}
      onClick={() => deleting.run({ projectId, experimentId: id })}
    >
      Delete experiment
    </Button>
  );
}

interface PromptPickerProps {
  prompts: readonly { id: string; text: string; topic: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  error?: string;
}

const maxShown = 200;

/** Searchable list of prompts; those initially selected come first. */
function PromptPicker({ prompts, selected, onChange, error }: PromptPickerProps) {
  const [searchText, setSearchText] = useState('');
  const [initiallySelected] = useState(() => new Set(selected));
  const search = searchText.trim().toLowerCase();
  const matching = prompts.filter(({ text, topic }) => `${text} ${topic}`.toLowerCase().includes(search));
  const shown = matching
    .toSorted((a, b) => Number(initiallySelected.has(b.id)) - Number(initiallySelected.has(a.id)))
    .slice(0, maxShown);
  const isAllSelected = matching.length > 0 && matching.every(({ id }) => selected.includes(id));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Treatment prompts</legend>
      <TextField
        label={<span className="sr-only">Search prompts</span>}
        placeholder="Search by text or topic"
        type="search"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
        error={error}
      />
      <div className="flex items-center justify-between text-xs text-muted">
        <span>
          {formatPlural(selected.length, 'prompt')} selected; the other {prompts.length - selected.length} are
          the control group.
        </span>
        <Button
          kind="quiet"
          size="small"
          disabled={matching.length === 0}
          onClick={() => {
            const ids = matching.map(({ id }) => id);
            onChange(
              isAllSelected
                ? selected.filter((id) => !ids.includes(id))
                : [...new Set([...selected, ...ids])],
            );
          }}
        >
          {isAllSelected ? 'Deselect all' : 'Select all'}
        </Button>
      </div>
      <ul className="h-52 overflow-y-auto rounded-lg border px-3 py-1">
        {shown.map(({ id, text }) => (
          <li key={id}>
            <Checkbox
              label={text}
              checked={selected.includes(id)}
              onChange={(checked) =>
                onChange(checked ? [...selected, id] : selected.filter((other) => other !== id))
              }
            />
          </li>
        ))}
        {matching.length === 0 ? <li className="py-2 text-muted">No matching prompts.</li> : null}
        {matching.length > maxShown ? (
          <li className="py-2 text-xs text-muted">
            {maxShown} of {matching.length}. Search to narrow the list.
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
