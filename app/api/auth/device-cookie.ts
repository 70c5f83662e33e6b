import { cookies } from 'next/headers';
import { getDependencies } from '#lib/dashboard/session/session';
import { createDeviceCookie, verifyDeviceCookie } from '#lib/service/users/known-devices';
import { getSessionSecret, hasSecureCookies } from '../../session';

/**
 * Name of the cookie that marks a browser in which a user has signed in before. Strangers cannot lock out such a browser
 * with wrong passwords.
 */
const deviceCookie = 'answerscope.device';

/** Returns the ID of this browser if the user has signed in with it before. */
export async function getKnownDeviceId(email: string): Promise<string | undefined> {
  const cookie = (await cookies()).get(deviceCookie)?.value;
  return verifyDeviceCookie(getDependencies().db, { secret: getSessionSecret(), email }, cookie);
}

/** Marks this browser as known to the user. @param deviceId its ID if it is known already */
export async function rememberDevice(email: string, deviceId?: string): Promise<void> {
  const value = await createDeviceCookie(
    getDependencies().db,
    { secret: getSessionSecret(), email },
    deviceId,
  );
  (await cookies()).set(deviceCookie, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: hasSecureCookies(),
    path: '/api/auth',
    maxAge: 365 * 86_400,
  });
}
