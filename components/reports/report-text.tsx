import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { ExternalLink } from '#components/ui/links';

const renderHeading = ({ children }: { children?: ReactNode }) => (
  <h2 className="mt-6 mb-2 text-base font-semibold first:mt-0">{children}</h2>
);
const renderSubheading = ({ children }: { children?: ReactNode }) => (
  <h3 className="mt-5 mb-2 font-semibold first:mt-0">{children}</h3>
);

const components: Components = {
  h1: renderHeading,
  h2: renderHeading,
  h3: renderSubheading,
  h4: renderSubheading,
  h5: renderSubheading,
  h6: renderSubheading,
  p: ({ children }) => <p className="my-3 first:mt-0 last:mb-0">{children}</p>,
  ul: ({ children }) => <ul className="my-3 list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-3 list-decimal pl-5">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="my-1">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="my-3 border-l-2 pl-4 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="my-5" />,
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">{children}</code>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <div tabIndex={0} className="my-3 overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border-b px-2 py-1.5 font-medium text-muted first:pl-0">{children}</th>
  ),
  td: ({ children }) => <td className="border-b px-2 py-1.5 align-top first:pl-0">{children}</td>,
  a: ({ children, href }) => <ExternalLink url={href ?? ''}>{children}</ExternalLink>,
  img: ({ alt }) => <>{alt}</>,
};

/** Renders the Markdown of a report's text: HTML is dropped, the rest is sanitized, and no image is loaded. */
export function ReportText({ markdown }: { markdown: string }) {
  return (
    <div className="max-w-3xl pb-10 text-base leading-relaxed wrap-anywhere">
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={components} skipHtml>
        {markdown}
      </Markdown>
    </div>
  );
}
