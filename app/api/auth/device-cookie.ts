import { cookies } from 'next/headers';
import { getDependencies } from '#lib/dashboard/session/session';
import { getCookieName, getCookieOptions, getSessionSecret } from '#lib/dashboard/session/session-cookie';
import { createDeviceCookie, verifyDeviceCookie } from '#lib/service/users/known-devices';

/**
 * Name of the cookie that marks a browser in which a user has signed in before. Strangers cannot lock out such a browser
 * with wrong passwords.
 */
const deviceCookie = 'answerscope.device';

/** Returns the ID of this browser if the user has signed in with it before. */
export async function getKnownDeviceId(email: string): Promise<string | undefined> {
  const cookie = (await cookies()).get(getCookieName(deviceCookie))?.value;
  return verifyDeviceCookie(getDependencies().db, { secret: getSessionSecret(), email }, cookie);
}

/** Marks this browser as known to the user. @param deviceId its ID if it is known already */
export async function rememberDevice(email: string, deviceId?: string): Promise<void> {
  const value = await createDeviceCookie(
    getDependencies().db,
    { secret: getSessionSecret(), email },
    deviceId,
  );
  (await cookies()).set(getCookieName(deviceCookie), value, {
    ...getCookieOptions('/api/auth'),
    maxAge: 365 * 86_400,
  });
}
