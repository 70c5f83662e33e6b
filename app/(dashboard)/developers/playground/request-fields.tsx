'use client';

import { Plus } from 'lucide-react';
import { Button } from '#components/ui/button';
import type { FormObject, RequestForm } from '#lib/contract/openapi/request-form';
import type { FieldError } from '#lib/core/errors';
import type { RequestInput } from '#lib/dashboard/playground/send-playground-request';
import { FormFields } from './form-fields';
import { type FormRecord, toRecord } from './form-state';

interface RequestFieldsProps {
  form: RequestForm;
  input: RequestInput;
  onChange: (input: RequestInput) => void;
  errors: readonly FieldError[];
}

/** The fields of a request: path, query and body. */
export function RequestFields({ form, input, onChange, errors }: RequestFieldsProps) {
  const { params, query, body, maxItems } = form;
  if (params.length === 0 && query.length === 0 && !body) {
    return <p className="text-muted">This endpoint takes no parameters.</p>;
  }
  return (
    <>
      {(['params', 'query'] as const).map((part) =>
        form[part].length > 0 ? (
          <FormFields
            key={part}
            form={{ fields: form[part] }}
            value={input[part]}
            onChange={(next) => onChange(setUrlPart(input, part, next))}
            errors={errors}
          />
        ) : null,
      )}
      {body && maxItems === null ? (
        <FormFields
          form={body}
          value={toRecord(input.body)}
          onChange={(next) => onChange({ ...input, body: toJson(next) })}
          errors={errors}
        />
      ) : null}
      {body && maxItems !== null ? (
        <ItemFields
          form={body}
          items={Array.isArray(input.body) ? input.body.map(toRecord) : []}
          maxItems={maxItems}
          onChange={(items) => onChange({ ...input, body: toJson(items) })}
        />
      ) : null}
    </>
  );
}

function setUrlPart(input: RequestInput, part: 'params' | 'query', record: FormRecord): RequestInput {
  const entries = Object.entries(record);
  if (part === 'params') {
    return { ...input, params: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) };
  }
  const query = entries.map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return { ...input, query: Object.fromEntries(query) };
}

/** Converts form values to plain JSON. */
function toJson(value: unknown): RequestInput['body'] {
  return JSON.parse(JSON.stringify(value));
}

interface ItemFieldsProps {
  form: FormObject;
  items: FormRecord[];
  maxItems: number;
  onChange: (items: FormRecord[]) => void;
}

/** A list of objects. A new one begins as a copy of the last, without its idempotency key, which must be unique. */
function ItemFields({ form, items, maxItems, onChange }: ItemFieldsProps) {
  const { idempotencyKey: _, ...copy } = items.at(-1) ?? {};
  return (
    <>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity and the fields keep no state
        <fieldset key={index} className="rounded-lg border px-4 pt-2 pb-4">
          <legend className="px-1 font-medium">Task {index + 1}</legend>
          <FormFields
            form={form}
            value={item}
            onChange={(next) => onChange(items.with(index, next))}
            errors={[]}
          />
          <Button
            kind="quiet"
            size="small"
            className="mt-3"
            aria-label={`Remove task ${index + 1}`}
            onClick={() => onChange(items.filter((_item, other) => other !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          Icon={Plus}
          size="small"
          disabled={items.length >= maxItems}
          onClick={() => onChange([...items, copy])}
        >
          Add task
        </Button>
      </div>
    </>
  );
}
