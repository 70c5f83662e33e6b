'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { useAction } from '../../../../use-action';
import { shareOverviewAction } from '../actions';

interface ShareOverviewFormProps {
  projectId: string;
  /** Periods to choose from: label, filters as a query string, and their description. */
  options: readonly { label: string; filters: string; description: string }[];
}

/** Form that creates a report of the overview and opens the report with its share dialog. */
export function ShareOverviewForm({ projectId, options }: ShareOverviewFormProps) {
  const [selected, setSelected] = useState(0);
  const { run, busy, problem } = useAction(shareOverviewAction);
  const option = options[selected] ?? options[0];
  if (!option) return null;
  return (
    <form
      method="post"
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        run({ projectId, filters: option.filters });
      }}
    >
      <ErrorNotice problem={problem} />
      <p>
        <span className="text-muted">Filters: </span>
        {option.description}
      </p>
      {options.length > 1 ? (
        <Select
          label="Period"
          options={options.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(selected)}
          onChange={(value) => setSelected(Number(value))}
        />
      ) : null}
      <Button type="submit" kind="primary" busy={busy} className="self-start">
        Create report
      </Button>
    </form>
  );
}
