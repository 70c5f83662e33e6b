import type { Metadata } from 'next';
import { explainPageDenial, getContext } from '#app/session.ts';
import { NoAccess } from '#components/layout/no-access';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { getEnv } from '#lib/core/env';
import { DeveloperNav } from '../developer-nav';
import { listClientConfigurations } from './client-configurations';
import { CopyableCode } from './copyable-code';

export const metadata: Metadata = { title: 'MCP' };

/** Explains how to connect an AI assistant to the organization's metrics. */
export default async function McpPage() {
  const context = await getContext();
  const readDenial = await explainPageDenial(context, 'keys.read');
  if (readDenial !== null) return <NoAccess title="MCP" reason={readDenial} />;
  const url = `${getEnv().APP_URL}/mcp`;
  return (
    <Page
      title="MCP"
      summary={
        <>
          Let an AI assistant read your metrics: connect it to{' '}
          <code className="font-mono text-sm wrap-anywhere">{url}</code> with an API key.
        </>
      }
    >
      <DeveloperNav />
      <p className="mb-6 max-w-prose text-muted">
        With the scope <code className="font-mono text-sm">read</code>, an assistant sees the projects,
        prompts, metrics, sources, gaps and answers of your organization and can’t spend credits. With{' '}
        <code className="font-mono text-sm">sync</code> it can also query engines, and with{' '}
        <code className="font-mono text-sm">tasks</code> start runs. To spend credits, it must state a
        maximum; without one, it only gets the cost.
      </p>
      <div className="flex flex-col gap-6">
        {listClientConfigurations(url).map(({ client, note, text }) => (
          <Section key={client} title={client} note={note}>
            <CopyableCode label={`Configuration of ${client}`} code={text} />
          </Section>
        ))}
      </div>
    </Page>
  );
}
