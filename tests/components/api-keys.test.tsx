import { expect, test } from 'vitest';
import type { ApiKeyListing } from '#lib/service/api-keys/api-keys';
import { noon } from '#tests/support/owners';
import { renderInApp } from '#tests/support/render-in-app';
import { ApiKeysTable } from '../../app/(dashboard)/developers/api-keys';

const key: ApiKeyListing = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'member',
  name: 'Dashboard',
  prefix: 'ask_1234',
  lastFour: 'wxyz',
  scopes: null,
  allowedIps: [],
  createdAt: noon,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
  creator: 'Ada',
  isCreatorMember: true,
  recentRequests: 0,
};

function listActions(kind: ApiKeyListing['kind'], denial: string | null): string[] {
  const html = renderInApp(<ApiKeysTable keys={[{ ...key, kind }]} denial={denial} now={noon} />);
  return ['Rotate', 'Revoke'].filter((action) => new RegExp(`<button[^>]*>${action}\\b`).test(html));
}

test.each([null, 'Only owners and admins can manage API keys.'])(
  'offers to rotate a key that a member named Dashboard, but not the key of the dashboard (denial: %s)',
  (denial) => {
    expect(listActions('member', denial)).toEqual(['Rotate', 'Revoke']);
    expect(listActions('dashboard', denial)).toEqual(['Revoke']);
  },
);
