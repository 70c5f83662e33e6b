import { expect, test } from 'vitest';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { LinkButton } from '#components/ui/link-button';
import { renderInApp } from '#tests/support/render-in-app';

const denial = 'Only owners can do this.';

/** The attributes of the only button, and the popover with the reason that it opens. */
function readDeniedButton(html: string) {
  const [, attributes = ''] = /<button([^>]*)>/.exec(html) ?? [];
  const [, id, reasonId, reason] =
    /<span id="([^"]+)" popover="auto"[^>]*><span id="([^"]+)">([^<]*)<\/span>/.exec(html) ?? [];
  return { attributes, id, reasonId, reason };
}

test('disables a button with a denial, and shows the reason to mouse, keyboard and screen reader', () => {
  const html = renderInApp(
    <Button type="submit" denial={denial} aria-label="Delete key">
      Delete
    </Button>,
  );
  const { attributes, id, reasonId, reason } = readDeniedButton(html);
  expect(reason).toBe(denial);
  expect(attributes).toContain('type="button"');
  expect(attributes).toContain('aria-label="Delete key"');
  expect(attributes).toContain('aria-disabled="true"');
  expect(attributes).toContain(`aria-describedby="${reasonId}"`);
  expect(attributes.toLowerCase()).toContain(`popovertarget="${id?.toLowerCase()}"`);
  expect(attributes).toContain(`title="${denial}"`);
  expect(attributes).not.toContain('disabled=""');
});

test('makes a link with a denial a button that leads nowhere', () => {
  const html = renderInApp(
    <LinkButton href="/members/audit" denial={denial}>
      Audit log
    </LinkButton>,
  );
  expect(readDeniedButton(html).reason).toBe(denial);
  expect(html).not.toContain('href');
});

test('doesn’t make a button with a denial the button of a dialog', () => {
  const render = (reason: string | null) =>
    renderInApp(
      <Dialog title="Rotate secret" trigger={<Button denial={reason}>Rotate secret</Button>}>
        Replaces the secret.
      </Dialog>,
    );
  expect(render(null)).toContain('aria-expanded="false"');
  expect(render(denial)).not.toContain('aria-expanded');
});

test('renders a usable button and link without a denial', () => {
  const html = renderInApp(
    <>
      <Button denial={null}>Delete</Button>
      <LinkButton denial={null} href="/members/audit">
        Audit log
      </LinkButton>
    </>,
  );
  expect(html).not.toContain('aria-disabled');
  expect(html).not.toContain('popover');
  expect(html).toContain('href="/members/audit"');
});
