'use client';

import { Form, SavedMessage } from '#components/ui/form';
import { OperationFields } from '#components/ui/operation-fields';
import type { FormField } from '#lib/operations/form-fields';
import { useForm } from '../use-form';
import { renameOrganizationAction } from './actions';

interface OrganizationNameProps {
  fields: readonly FormField[];
  name: string;
  /** Reason why the member can't rename the organization; null if they can. */
  denial: string | null;
}

/** The name of the organization, which owners and admins can change. */
export function OrganizationName({ fields, name, denial }: OrganizationNameProps) {
  const rename = useForm({ stored: { name }, save: (values) => renameOrganizationAction(values) });
  return (
    <Form
      {...rename.form}
      className="flex max-w-sm flex-col gap-4"
      denial={denial}
      submitLabel="Save name"
      disabled={rename.values.name.trim() === name}
      aside={<SavedMessage isSaved={rename.saved !== undefined} />}
    >
      <OperationFields fields={fields} {...rename.fields} />
    </Form>
  );
}
