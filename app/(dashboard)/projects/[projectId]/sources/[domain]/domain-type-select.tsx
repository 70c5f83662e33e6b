'use client';

import { correctDomainTypeAction } from '#app/(dashboard)/projects/[projectId]/actions.ts';
import { useAction } from '#app/(dashboard)/use-action.ts';
import { useToast } from '#components/overlays/toast';
import { Select } from '#components/ui/select';
import { capitalize } from '#lib/core/text';
import type { AssignableType, DomainType } from '#lib/dashboard/projects/domains';

interface DomainTypeSelectProps {
  projectId: string;
  domain: string;
  type: DomainType;
  types: readonly AssignableType[];
  /** Reason why the member can't correct the type; null if they can. */
  denial: string | null;
}

/** Select that corrects the type of a domain. */
export function DomainTypeSelect({ projectId, domain, type, types, denial }: DomainTypeSelectProps) {
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
        value={types.find((assignable) => assignable === type) ?? 'other'}
        onChange={(value) => correct.run({ projectId, domain, type: value })}
        denial={denial}
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
