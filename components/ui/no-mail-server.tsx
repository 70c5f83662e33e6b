import { Notice } from '#components/ui/notice';
import { noMailServerMessage } from '#lib/core/mail-server';

/** Says that no email will be sent, where something would send one; nothing if the instance has a mail server. */
export function NoMailServer({ hasMailServer }: { hasMailServer: boolean }) {
  return hasMailServer ? null : <Notice tone="warning">{noMailServerMessage}</Notice>;
}
