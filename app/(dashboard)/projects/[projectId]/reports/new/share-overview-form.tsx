'use client';

import { useForm } from '#app/(dashboard)/use-form.ts';
import { Form } from '#components/ui/form';
import { Select } from '#components/ui/select';
import { shareOverviewAction } from '../actions';

interface ShareOverviewFormProps {
  projectId: string;
  /** Periods to choose from: label, filters as a query string, and their description. */
  options: readonly { label: string; filters: string; description: string }[];
  /** Reason why the member can't create reports; null if they can. */
  denial: string | null;
}

/** Form that creates a report of the overview and opens the report with its share dialog. */
export function ShareOverviewForm({ projectId, options, denial }: ShareOverviewFormProps) {
  const { form, values, change } = useForm({
    stored: { selected: '0' },
    save: ({ selected }) =>
      shareOverviewAction({ projectId, filters: options[Number(selected)]?.filters ?? '' }),
  });
  return (
    <Form
      {...form}
      className="flex max-w-md flex-col gap-4"
      denial={denial}
      kind="primary"
      submitLabel="Create report"
    >
      <p>
        <span className="text-muted">Filters: </span>
        {options[Number(values.selected)]?.description}
      </p>
      {options.length > 1 ? (
        <Select
          label="Period"
          options={options.map(({ label }, index) => ({ value: String(index), label }))}
          value={values.selected}
          onChange={(selected) => change({ selected })}
        />
      ) : null}
    </Form>
  );
}
