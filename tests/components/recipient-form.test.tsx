import { expect, test } from 'vitest';
import { renderInApp } from '#tests/support/render-in-app';
import { RecipientForm } from '../../app/subscription/[token]/recipient-form';

test.each([
  ['unconfirmed', ['Confirm address', 'Decline']],
  ['declined', ['Subscribe']],
  ['subscribed', ['Unsubscribe']],
  ['unsubscribed', ['Subscribe again']],
  ['removed', ['Unsubscribe']],
  ['blocked', ['Allow emails again']],
] as const)('offers a recipient who is %s the matching buttons', (state, labels) => {
  const html = renderInApp(<RecipientForm token="secret" state={state} />);
  expect([...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, label]) => label)).toEqual(labels);
});
