import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { AuthError } from '#components/auth/auth-form';

/** Asks the browser to create a passkey. @throws AuthError with a message for the user */
export function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  return catchBrowserErrors(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON });
  });
}

/** Asks the browser to authenticate the user with a passkey. @throws AuthError with a message for the user */
export function requestPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  return catchBrowserErrors(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON });
  });
}

/** Messages for errors of the browser, by error name (WebAuthn, sections 5.1.3 and 5.1.4). */
const messages: Record<string, string> = {
  NotAllowedError: 'The passkey prompt was canceled or has timed out. Try again.',
  AbortError: 'The passkey prompt was canceled. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys work only at the public URL of this site. Open it there and try again.',
};
const unsupportedMessage = 'This browser can’t use passkeys here. Use another browser or your password.';

async function catchBrowserErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AuthError((error instanceof Error && messages[error.name]) || unsupportedMessage);
  }
}
