'use client';

import { Checkbox } from '#components/ui/checkbox';
import { TextArea, TextField } from '#components/ui/field';
import { parseCount } from '#lib/core/numbers';
import type { FormField } from '#lib/operations/form-fields';

/** The values of the form's controls by field: a string for text and numbers, a boolean for checkboxes. */
type EnteredValues = object;

interface OperationFieldsProps {
  /** From `listFormFields`. */
  fields: readonly FormField[];
  values: EnteredValues;
  onChange: (change: Record<string, string | boolean>) => void;
  getError?: (name: string) => string | undefined;
}

/** The fields of an operation, as its input describes them. */
export function OperationFields({ fields, onChange, getError, ...props }: OperationFieldsProps) {
  const values: Record<string, unknown> = { ...props.values };
  return fields.map(({ name, kind, control, isRequired, ...shown }) => {
    if (control === 'checkbox') {
      return (
        <Checkbox
          key={name}
          label={shown.label}
          checked={values[name] === true}
          onChange={(checked) => onChange({ [name]: checked })}
        />
      );
    }
    const field = {
      ...shown,
      required: isRequired,
      value: toText(values[name]),
      error: getError?.(name),
      onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    };
    if (control === 'paragraph') return <TextArea key={name} {...field} />;
    if (control === 'date') return <TextField key={name} type="date" {...field} />;
    return kind === 'number' ? (
      <TextField key={name} inputMode="numeric" autoComplete="off" {...field} />
    ) : (
      <TextField key={name} {...field} />
    );
  });
}

const toText = (value: unknown) => (value === undefined || value === null ? '' : String(value));

/**
 * Returns the input of an operation from what was entered. An empty number is null; a text that is no number fails the
 * operation's validation.
 */
export function readEnteredValues<Input extends object>(
  fields: readonly FormField[],
  entered: EnteredValues,
) {
  const values: Record<string, unknown> = { ...entered };
  const read = ({ name, kind }: FormField) => {
    const value = values[name];
    if (kind !== 'number') return value;
    const text = toText(value).trim();
    return text === '' ? null : parseCount(text);
  };
  return Object.fromEntries(fields.map((field) => [field.name, read(field)])) as Input;
}
