import { type DemoIds, getHeading, type Screen } from './screen';

const toScreens = (paths: Readonly<Record<string, string>>): Screen[] =>
  Object.entries(paths).map(([name, path]) => ({
    name,
    path,
    getLastElement: (page) => page.getByRole('heading', { level: 1 }),
  }));

/** Lists the pages of alerts and one alert event, the audit log, the account and the API, such as usage and one delivery. */
export function listDetailScreens({ projectId, alertEventId, deliveryId }: DemoIds): Screen[] {
  const alerts = `/projects/${projectId}/alerts`;
  return [
    { name: 'alerts', path: alerts, getLastElement: getHeading('Channels') },
    {
      name: 'alert-event',
      path: `${alerts}/history/${alertEventId}`,
      getLastElement: getHeading('Numbers'),
    },
    {
      name: 'delivery',
      path: `/developers/webhooks/deliveries/${deliveryId}`,
      getLastElement: getHeading('Request body'),
    },
    ...toScreens({
      'alert-history': `${alerts}/history`,
      audit: '/members/audit',
      account: '/account',
      usage: '/developers/usage',
      requests: '/developers/requests',
      playground: '/developers/playground',
      mcp: '/developers/mcp',
    }),
  ];
}

/** Lists pages outside the dashboard that a signed-in user opens. */
export function listSignedInScreens({ invitationToken, emailToken }: DemoIds): Screen[] {
  return toScreens({
    'new-organization': '/new-organization',
    'confirm-email': `/confirm-email/${emailToken}`,
    'join-as-user': `/join/${invitationToken}`,
  });
}

/** Lists pages that visitors open without signing in. */
export function listVisitorScreens({
  invitationToken,
  resetToken,
  recipientToken,
  shareToken,
  lockedShareToken,
}: DemoIds): Screen[] {
  return [
    { name: 'share-as-visitor', path: `/share/${shareToken}`, getLastElement: getHeading('Definitions') },
    ...toScreens({
      'sign-in': '/sign-in',
      'sign-in-failed': '/sign-in?problem=identity-unverified',
      'sign-up': '/sign-up',
      'forgot-password': '/forgot-password',
      'reset-password': `/reset-password/${resetToken}`,
      'reset-password-expired': '/reset-password/expired',
      join: `/join/${invitationToken}`,
      'join-expired': '/join/expired',
      subscription: `/subscription/${recipientToken}`,
      reference: '/reference',
      'reference-endpoint': '/reference/monitorChat',
      'reference-webhooks': '/reference/webhooks',
      'share-locked': `/share/${lockedShareToken}`,
    }),
  ];
}

/** Lists the page that a signed-in user sees until they have verified their email address. */
export function listUnverifiedScreens(): Screen[] {
  return toScreens({ 'verify-email': '/verify-email' });
}

/** Lists the page that members without the second factor see which their organization requires. */
export function listRestrictedScreens(): Screen[] {
  return toScreens({ 'second-factor': '/account/second-factor' });
}
