import { expect, test } from 'vitest';
import { TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { Select } from '#components/ui/select';
import { renderInApp } from '#tests/support/render-in-app';

const denial = 'Only owners can rename the organization.';

function renderForm(reason: string | null, problem?: string): string {
  return renderInApp(
    <Form onSubmit={() => undefined} problem={problem} denial={reason} submitLabel="Save name">
      <TextField label="Name" defaultValue="Acme" />
    </Form>,
  );
}

test('disables the fields of a form with a denial, and shows the reason at its button', () => {
  const html = renderForm(denial);
  expect(html).toMatch(/<fieldset disabled=""[^>]*>.*<input[^>]* value="Acme"\/>.*<\/fieldset>/);
  expect(html).toMatch(/<\/fieldset>.*<button[^>]* aria-disabled="true"[^>]*>Save name</);
  expect(html).toContain(`title="${denial}"`);
});

test('renders a usable form without a denial, with an error above its fields', () => {
  const html = renderForm(null, 'Enter a name.');
  expect(html).not.toMatch(/fieldset|disabled=/);
  expect(html).toMatch(/role="alert".*Enter a name\..*<input.*<button type="submit"/);
});

test('shows the value of a select with a denial as a button with the reason', () => {
  const html = renderInApp(
    <Select
      label="Domain type"
      options={[{ value: 'forum', label: 'Forum' }]}
      value="forum"
      onChange={() => undefined}
      denial={denial}
    />,
  );
  expect(html).toMatch(/<button[^>]* aria-label="Domain type: Forum" aria-disabled="true"[^>]*>Forum</);
  expect(html).toContain(`title="${denial}"`);
});
