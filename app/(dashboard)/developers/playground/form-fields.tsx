'use client';

import { Checkbox } from '#components/ui/checkbox';
import { SelectField, TextArea, TextField } from '#components/ui/field';
import type { FormField, FormObject } from '#lib/contract/openapi/request-form';
import type { FieldError } from '#lib/core/errors';
import { formatClauses } from '#lib/core/lists';
import { type FormRecord, getFieldError, listShownFields, setField, toRecord } from './form-state';

interface FormFieldsProps {
  form: FormObject;
  value: FormRecord;
  onChange: (value: FormRecord) => void;
  /** The invalid fields that `/v1` reported. */
  errors: readonly FieldError[];
  /** Path of the object within the request. */
  path?: readonly string[];
}

/** The controls of an object's fields. Input is not validated here, so that `/v1` reports what is invalid. */
export function FormFields({ form, value, onChange, errors, path = [] }: FormFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      {listShownFields(form, value).map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={value[field.name]}
          onChange={(next) => onChange(setField(form, value, field.name, next))}
          errors={errors}
          path={[...path, field.name]}
        />
      ))}
    </div>
  );
}

interface FieldControlProps {
  field: FormField;
  value: unknown;
  /** Undefined removes the field from the request. */
  onChange: (value: unknown) => void;
  errors: readonly FieldError[];
  path: readonly string[];
}

function FieldControl({ field, value, onChange, errors, path }: FieldControlProps) {
  const error = getFieldError(errors, path);
  const label = <FieldLabel field={field} />;
  const text = value === undefined || value === null ? '' : String(value);
  const common = { label, hint: field.description, error, value: text };
  const changeText = (next: string) => onChange(next === '' ? undefined : next);
  switch (field.kind) {
    case 'text':
      return field.isMultiline ? (
        <TextArea {...common} onChange={({ target }) => changeText(target.value)} rows={3} />
      ) : (
        <TextField
          {...common}
          onChange={({ target }) => changeText(target.value)}
          spellCheck={false}
          autoComplete="off"
        />
      );
    case 'integer':
      return (
        <TextField
          {...common}
          hint={formatClauses([field.description, formatRange(field)].filter(Boolean))}
          inputMode="numeric"
          onChange={({ target }) => onChange(parseInteger(target.value))}
        />
      );
    case 'choice':
      return (
        <SelectField {...common} onChange={({ target }) => changeText(target.value)}>
          <option value="">{field.isRequired ? 'Choose…' : 'Not set'}</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      );
    case 'flag':
      return <FlagControl field={field} checked={value === true} onChange={onChange} error={error} />;
    case 'list':
      return (
        <TextArea
          {...common}
          hint={formatClauses([field.description, 'one per line'])}
          value={[value ?? []].flat().join('\n')}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.split('\n'))}
          rows={2}
          spellCheck={false}
        />
      );
    case 'object':
      return <ObjectControl field={field} value={value} onChange={onChange} errors={errors} path={path} />;
  }
}

/** Returns the integer that a text contains, undefined for an empty text, and any other text unchanged. */
function parseInteger(text: string): number | string | undefined {
  if (text === '') return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function FieldLabel({ field: { name, isRequired } }: { field: FormField }) {
  return (
    <>
      <code className="font-mono text-sm">{name}</code>
      {isRequired ? <span className="ml-2 text-xs font-normal text-muted">required</span> : null}
    </>
  );
}

function formatRange({ min, max }: { min?: number; max?: number }): string {
  return min === undefined || max === undefined ? '' : `${min} to ${max}`;
}

interface FlagControlProps {
  field: FormField;
  checked: boolean;
  onChange: (value: true | undefined) => void;
  error: string | undefined;
}

function FlagControl({ field, checked, onChange, error }: FlagControlProps) {
  return (
    <div>
      <Checkbox
        label={<FieldLabel field={field} />}
        checked={checked}
        onChange={(next) => onChange(next || undefined)}
      />
      <p className="pl-[26px] text-xs text-muted">{field.description}</p>
      {error ? (
        <p role="alert" className="pl-[26px] text-xs text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function ObjectControl({ field, value, onChange, errors, path }: FieldControlProps) {
  if (field.kind !== 'object') return null;
  const record = toRecord(value);
  const isSet = value !== undefined && value !== null && value !== false;
  const error = getFieldError(errors, path);
  const change = (next: FormRecord) => {
    const isEmpty = Object.keys(next).length === 0;
    onChange(isEmpty ? (field.isFlag ? true : field.isRequired ? {} : undefined) : next);
  };
  return (
    <fieldset className="rounded-lg border px-4 pt-2 pb-4">
      <legend className="px-1 font-medium">
        <FieldLabel field={field} />
      </legend>
      {field.isFlag ? (
        <FlagControl field={field} checked={isSet} onChange={onChange} error={error} />
      ) : (
        <p className="mb-3 text-xs text-muted">{field.description}</p>
      )}
      {!field.isFlag && error ? (
        <p role="alert" className="mb-3 text-xs text-danger">
          {error}
        </p>
      ) : null}
      {!field.isFlag || isSet ? (
        <div className={field.isFlag ? 'mt-3 pl-[26px]' : ''}>
          <FormFields form={field.form} value={record} onChange={change} errors={errors} path={path} />
        </div>
      ) : null}
    </fieldset>
  );
}
