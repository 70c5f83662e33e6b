'use client';

import { useToast } from '#components/overlays/toast';
import { Select } from '#components/ui/select';
import { capitalize } from '#lib/format/labels';
import { useAction } from '../../../../use-action';
import { correctDomainTypeAction } from '../../actions';

interface DomainTypeSelectProps {
  projectId: string;
  domain: string;
  type: string;
  types: readonly string[];
}

/** Select that corrects the type of a domain. */
export function DomainTypeSelect({ projectId, domain, type, types }: DomainTypeSelectProps) {
  const toast = useToast();
  const correct = useAction(correctDomainTypeAction, () =>
    toast({ title: 'Type saved', description: 'It applies to all metrics of this project.' }),
  );
  return (
    <div className="w-36">
      <Select
        label="Domain type"
        labelHidden
        options={types.map((value) => ({ value, label: capitalize(value) }))}
        value={type}
        onChange={(value) => correct.run({ projectId, domain, type: value })}
        disabled={correct.busy}
      />
      {correct.problem ? (
        <p role="alert" className="mt-1 text-xs text-danger">
          {correct.problem.message}
        </p>
      ) : null}
    </div>
  );
}
