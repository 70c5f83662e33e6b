import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { markdownElements } from '#components/ui/markdown-elements';

const renderHeading = ({ children }: { children?: ReactNode }) => (
  <h2 className="mt-6 mb-2 text-base font-semibold first:mt-0">{children}</h2>
);
const renderSubheading = ({ children }: { children?: ReactNode }) => (
  <h3 className="mt-5 mb-2 font-semibold first:mt-0">{children}</h3>
);

const components: Components = {
  ...markdownElements,
  h1: renderHeading,
  h2: renderHeading,
  h3: renderSubheading,
  h4: renderSubheading,
  h5: renderSubheading,
  h6: renderSubheading,
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
