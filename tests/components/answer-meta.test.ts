import { createElement } from 'react';
import { expect, test } from 'vitest';
import { AnswerMeta } from '#components/answers/answer-sheet';
import { renderInApp } from '#tests/support/render-in-app';

test('the description of an answer says whether it is fictional', () => {
  const answer = { engine: 'chat', country: 'US', requestedAt: new Date('2026-11-26T06:00:00Z') };
  const render = (isFictional: boolean) => renderInApp(createElement(AnswerMeta, { ...answer, isFictional }));
  expect(render(true)).toContain('>Fictional<');
  expect(render(false)).not.toContain('Fictional');
});
