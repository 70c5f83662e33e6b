import type { Components } from 'react-markdown';
import { ExternalLink } from '#components/ui/links';

/** Elements of rendered Markdown, except headings and images, which depend on where it is shown. */
export const markdownElements: Components = {
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
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <pre tabIndex={0} className="my-3 overflow-x-auto rounded-lg bg-sunken p-3 text-xs *:p-0">
      {children}
    </pre>
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
};
