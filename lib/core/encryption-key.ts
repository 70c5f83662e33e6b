import { settings } from '#lib/core/settings';

/**
 * The key that stored secrets are sealed with: 32 bytes in hexadecimal.
 * @throws Error when the setting is missing, which only happens to a process started without the launcher
 */
export function encryptionKey(): string {
  const key = settings().ENCRYPTION_KEY;
  if (key) return key;
  throw new Error(
    'Setting ENCRYPTION_KEY is missing. Set it, or start through npm so that one is generated.',
  );
}
