import type { FormField, FormObject } from '#lib/contract/openapi/request-form';
import type { FieldError } from '#lib/core/errors';
import type { RequestInput } from '#lib/dashboard/playground/send-playground-request';

export type FormRecord = Record<string, unknown>;

/** Returns a copy of an object, or an empty object for any other value. */
export function toRecord(value: unknown): FormRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the fields that apply to a value. Some fields depend on the value of another one. */
export function listShownFields({ fields, variants }: FormObject, value: FormRecord): FormField[] {
  const variantFields = variants?.cases[String(value[variants.by])] ?? [];
  const shown = fields.map((field) => variantFields.find(({ name }) => name === field.name) ?? field);
  return [...shown, ...variantFields.filter(({ name }) => !fields.some((field) => field.name === name))];
}

/**
 * Returns the record with a field set, or without it if its new value is undefined. Fields that depend on the changed
 * field and no longer apply are removed.
 */
export function setField(form: FormObject, record: FormRecord, name: string, value: unknown): FormRecord {
  const { [name]: _, ...others } = record;
  const next = value === undefined ? others : { ...record, [name]: value };
  if (form.variants?.by !== name) return next;
  const names = listShownFields(form, next).map((field) => field.name);
  return Object.fromEntries(Object.entries(next).filter(([field]) => names.includes(field)));
}

/** Returns the message of the error that `/v1` reported for the field at a path. */
export function getFieldError(errors: readonly FieldError[], path: readonly string[]): string | undefined {
  return errors.find(({ field }) => field === path.join('.'))?.message;
}

/** Reads the input of a request from the URL, as JSON; undefined if it is missing or invalid. */
export function parseSharedInput(shared: string | null): RequestInput | undefined {
  if (shared === null) return undefined;
  try {
    const { params, query, body } = JSON.parse(shared);
    return { params: selectTexts(params, isText), query: selectTexts(query, isTextOrTexts), body };
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrTexts = (value: unknown): value is string | string[] =>
  isText(value) || (Array.isArray(value) && value.every(isText));

function selectTexts<T>(value: unknown, isSelected: (entry: unknown) => entry is T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(toRecord(value)).flatMap(([key, entry]) => (isSelected(entry) ? [[key, entry]] : [])),
  );
}
