'use client';

import { FlaskConical, KeyRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { joinSentences } from '#lib/core/lists';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import {
  listRealEngines,
  listSandboxEngines,
  listUnavailableEngines,
} from '#lib/dashboard/schedules/suggest-schedule';
import type { AvailableProviders } from '../developers/engines/engine-providers';
import { ProviderKeyDialog } from '../developers/engines/provider-key-dialog';
import {
  describeMissingProviders,
  explainFixedProviders,
  suggestAlternative,
  suggestProviderKey,
} from '../missing-providers';
import { useAction } from '../use-action';
import { exploreDemoAction } from './actions';

interface ProviderNoticeProps {
  brand: string;
  /** The selected engines. */
  engines: ScheduleDraft['engines'];
  providers: AvailableProviders;
  /** True if a run can be started from the page. */
  canStartRun: boolean;
  canExploreDemo: boolean;
}

/**
 * Says which of the selected engines the sandbox would answer and which would fail, and offers to add a provider key, to
 * explore the demo, or to run anyway. Empty if real providers serve all of them.
 */
export function ProviderNotice({
  brand,
  engines,
  providers,
  canStartRun,
  canExploreDemo,
}: ProviderNoticeProps) {
  const router = useRouter();
  const demo = useAction(exploreDemoAction, ({ projectId }) =>
    router.push(`/projects/${projectId}/overview`),
  );
  const sandboxEngines = listSandboxEngines(engines, providers.engines);
  const unavailableEngines = listUnavailableEngines(engines, providers.engines);
  const missingEngines = [...sandboxEngines, ...unavailableEngines];
  if (missingEngines.length === 0) return null;
  const missing = { sandboxEngines, unavailableEngines, isPartial: missingEngines.length < engines.length };
  const scope = !canStartRun && listRealEngines(providers.engines).length === 0 ? 'all' : 'selected';
  const { title, sentences } = describeMissingProviders(missing, brand, scope);
  const { keyDenial } = providers;
  const keyProviders = providers.keyProviders.filter((provider) =>
    missingEngines.some((engine) => provider.engines.includes(engine)),
  );
  return (
    <div className="mb-6">
      <Notice tone={canStartRun ? 'warning' : 'plain'}>
        <p className="font-semibold">{title}</p>
        <p className="mt-1">
          {joinSentences([
            ...sentences,
            keyProviders.length > 0
              ? suggestProviderKey(keyProviders.map((provider) => provider.title))
              : explainFixedProviders(missingEngines),
          ])}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {keyProviders.length === 0 ? null : (
            <ProviderKeyDialog
              providers={keyProviders}
              title="Add provider key"
              trigger={
                <Button Icon={KeyRound} kind="primary" size="small" denial={keyDenial}>
                  Add provider key
                </Button>
              }
              onSaved={() => router.refresh()}
            />
          )}
          {canExploreDemo ? (
            <Button Icon={FlaskConical} size="small" busy={demo.busy} onClick={() => demo.run()}>
              {demo.busy ? 'Preparing the demo…' : 'Explore the demo'}
            </Button>
          ) : null}
        </div>
        <p className="mt-2 text-xs text-muted">
          {joinSentences([
            keyProviders.length > 0 ? keyDenial : null,
            canExploreDemo
              ? 'The demo is a fictional project with eight weeks of answers; it costs no credits.'
              : null,
            suggestAlternative(missing, canStartRun),
          ])}
        </p>
        <ErrorNotice problem={demo.problem} className="mt-3" />
      </Notice>
    </div>
  );
}
