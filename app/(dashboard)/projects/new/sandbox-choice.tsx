'use client';

import { FlaskConical, KeyRound } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '#components/ui/button';
import { ErrorNotice, Notice } from '#components/ui/notice';
import type { Engine } from '#lib/contract/engines';
import { formatAlternatives, formatEngineList } from '#lib/format/labels';
import type { AvailableProviders } from '../../developers/engines/engine-providers';
import { ProviderKeyDialog } from '../../developers/engines/provider-key-dialog';
import { useAction } from '../../use-action';
import { exploreDemoAction } from '../actions';

interface SandboxChoiceProps {
  brand: string;
  /** The selected engines that the sandbox would answer; at least one. */
  engines: readonly Engine[];
  /** True if real providers serve the other selected engines. */
  isPartial: boolean;
  /** True if the button of the current step starts the run. */
  isLastStep: boolean;
  /** Empty if the member is not allowed to add keys. */
  keyProviders: AvailableProviders['keyProviders'];
  canExploreDemo: boolean;
}

function describeSandbox(brand: string, providers: AvailableProviders['keyProviders']): string {
  const titles = providers.slice(0, 3).map(({ title }) => title);
  const key =
    titles.length > 0 ? `an API key from a provider such as ${formatAlternatives(titles)}` : 'a provider key';
  return `Without ${key}, prompts are answered by the built-in sandbox. It knows only fictional brands and would never mention ${brand || 'yours'}.`;
}

/** Says that the sandbox would answer, and offers to add a provider key, to explore the demo, or to run anyway. */
export function SandboxChoice({
  brand,
  engines,
  isPartial,
  isLastStep,
  keyProviders,
  canExploreDemo,
}: SandboxChoiceProps) {
  const router = useRouter();
  const demo = useAction(exploreDemoAction, ({ projectId }) =>
    router.push(`/projects/${projectId}/overview`),
  );
  const suitableProviders = keyProviders.filter((provider) =>
    engines.some((engine) => provider.engines.includes(engine)),
  );
  return (
    <div className="mb-6">
      <Notice tone={isLastStep ? 'warning' : 'plain'}>
        <p className="font-semibold">
          {isPartial
            ? `Fictional answers for ${formatEngineList(engines)}`
            : 'No AI engine is connected yet, so answers would be fictional'}
        </p>
        <p className="mt-1">{describeSandbox(brand, suitableProviders)}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {suitableProviders.length > 0 ? (
            <ProviderKeyDialog
              providers={suitableProviders}
              title="Add provider key"
              trigger={
                <Button Icon={KeyRound} kind="primary" size="small">
                  Add provider key
                </Button>
              }
              onSaved={() => router.refresh()}
            />
          ) : null}
          {canExploreDemo ? (
            <Button Icon={FlaskConical} size="small" busy={demo.busy} onClick={() => demo.run()}>
              {demo.busy ? 'Preparing the demo…' : 'Explore the demo'}
            </Button>
          ) : null}
        </div>
        <p className="mt-2 text-xs text-muted">
          {suitableProviders.length > 0
            ? ''
            : 'An owner or admin of your organization can add a provider key. '}
          {canExploreDemo
            ? 'The demo is a fictional project with eight weeks of answers; it costs no credits. '
            : ''}
          {isLastStep
            ? isPartial
              ? `You can also deselect ${engines.length === 1 ? 'it' : 'these engines'}, or run anyway.`
              : 'You can also run anyway, to see how it works.'
            : 'You can also continue and decide before the first run.'}
        </p>
        <ErrorNotice problem={demo.problem} className="mt-3" />
      </Notice>
    </div>
  );
}
