'use server';

import type { WholeAnswer } from '#components/overview/facts';
import { wholeAnswer } from '../../(dashboard)/whole-answer';
import { opened } from './opened';

/** One whole answer of a shared view; null when the link was revoked or the answer is gone. */
export async function readSharedAnswer(token: string, answerId: string): Promise<WholeAnswer | null> {
  const share = await opened(token);
  if (!share) return null;
  return wholeAnswer(share.context, { projectId: share.projectId, answerId });
}
