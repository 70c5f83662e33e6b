import { cookies } from 'next/headers';
import { readDevice, signDevice } from '#lib/service/users/auth-limits';
import { getSessionSecret, hasSecureCookies } from '../../session';

/** Marks a browser in which a user has signed in before: strangers cannot lock it out. */
const deviceCookie = 'answerscope.device';

/** Returns the ID of this browser if the user has signed in with it before. */
export async function getKnownDevice(email: string): Promise<string | undefined> {
  return readDevice(getSessionSecret(), email, (await cookies()).get(deviceCookie)?.value);
}

/** Marks this browser as known to the user. @param deviceId its ID if it is known already */
export async function rememberDevice(email: string, deviceId?: string): Promise<void> {
  (await cookies()).set(deviceCookie, signDevice(getSessionSecret(), email, deviceId), {
    ...{ httpOnly: true, sameSite: 'lax', secure: hasSecureCookies(), path: '/api/auth' },
    maxAge: 365 * 86_400,
  });
}
