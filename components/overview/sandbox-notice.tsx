import { Notice } from '#components/ui/notice';

/** Why a real brand is never named: the sandbox answers from a market of its own. */
export function SandboxNotice({ brand }: { brand: string }) {
  return (
    <div className="pb-6">
      <Notice>
        These answers come from the sandbox, which knows only a fictional market, so {brand} is not named.
        Give this instance a key of OpenAI, Gemini or Perplexity to ask the real engines.
      </Notice>
    </div>
  );
}
