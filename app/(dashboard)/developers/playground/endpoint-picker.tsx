'use client';

import { useRouter } from 'next/navigation';
import { SelectField } from '#components/ui/field';
import type { RouteGroup } from '#lib/contract/openapi/request-form';

/** Chooses the endpoint, which is part of the URL. */
export function EndpointPicker({ groups, selected }: { groups: readonly RouteGroup[]; selected: string }) {
  const router = useRouter();
  return (
    <SelectField
      label="Endpoint"
      className="mb-8 max-w-xl"
      value={selected}
      onChange={({ target }) =>
        router.push(`/developers/playground?endpoint=${encodeURIComponent(target.value)}`)
      }
    >
      {groups.map(({ tag, routes }) => (
        <optgroup key={tag} label={tag}>
          {routes.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
