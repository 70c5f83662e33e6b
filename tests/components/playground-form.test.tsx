import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { exampleRequests } from '#lib/contract/examples/examples';
import { describeRequestForm, type FormField, routeNames } from '#lib/contract/openapi/request-form';
import { requestInputSchema } from '#lib/dashboard/playground/send-playground-request';
import {
  listShownFields,
  parseSharedInput,
  toRecord,
} from '../../app/(dashboard)/developers/playground/form-state';
import { RequestFields } from '../../app/(dashboard)/developers/playground/request-fields';

/** Lists the names of all controls that a form shows for a value. */
function listNames(fields: readonly FormField[], value: Record<string, unknown>): string[] {
  return fields.flatMap((field) => {
    if (field.kind !== 'object') return [field.name];
    const record = toRecord(value[field.name]);
    const isOpen = !field.isFlag || (value[field.name] !== undefined && value[field.name] !== false);
    return [field.name, ...(isOpen ? listNames(listShownFields(field.form, record), record) : [])];
  });
}

test.each(routeNames)('the form of %s shows each field with its name and description', (name) => {
  const form = describeRequestForm(name);
  const input = requestInputSchema.parse(exampleRequests[name]);
  const errors = [{ field: 'prompt', message: 'Prompt cannot be empty' }];
  const html = renderToStaticMarkup(
    <RequestFields form={form} input={input} onChange={() => undefined} errors={errors} />,
  );
  const bodies = Array.isArray(input.body) ? input.body : [input.body];
  const names = [
    ...[...form.params, ...form.query].map((field) => field.name),
    ...bodies
      .map(toRecord)
      .flatMap((body) => (form.body ? listNames(listShownFields(form.body, body), body) : [])),
  ];
  const shown = [...html.matchAll(/<code[^>]*>(\w+)<\/code>/g)].map(([, shownName]) => shownName);
  // The name of a field that accepts `true` or an object is shown twice: above the group and at its checkbox.
  expect([...new Set(shown)].toSorted()).toEqual([...new Set(names)].toSorted());
  const shownBody =
    form.body && form.maxItems === null ? listShownFields(form.body, toRecord(input.body)) : [];
  const hasPrompt = [...shownBody, ...form.query].some((field) => field.name === 'prompt');
  expect(html.includes('Prompt cannot be empty')).toBe(hasPrompt);
  if (names.length === 0) expect(html).toContain('This endpoint takes no parameters.');
});

test.each([
  ['{"params":{"id":"a"},"query":{"limit":"5","tag":["x","y"]},"body":{"prompt":"kayak"}}'],
  ['{"params":{},"query":{}}'],
])('reads the input %s from the URL', (shared) => {
  expect(parseSharedInput(shared)).toEqual(JSON.parse(shared));
});

test.each([null, '', 'null', '{"params"', '7'])('reads no valid input from %s', (shared) => {
  expect(parseSharedInput(shared)?.body).toBeUndefined();
});
