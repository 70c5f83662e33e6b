import { parse } from 'tldts';

/** Stands for a blanked unit: no word, no space and no line break, so that nothing matches across it. */
const mask = '\ufffc';

const markdownLinkPattern =
  /(!?)\[([^\]\n]*)\]\((?:<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/gu;
const urlPattern =
  /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\bmailto:)[^\s<>"'\])}\ufffc]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;
const hostPattern =
  /(?<![\p{L}\p{N}@/.\-_])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![\p{L}\p{N}-])(?::\d+)?(\/[^\s<>"'\])}\ufffc]*)?/giu;

/** What every address but a link's target has in it. */
const urlHintPattern = /:\/\/|@|www\.|mailto:|\.[a-z]/giu;

/**
 * Overwrites addresses with as many units that match nothing, so that offsets stay: URLs, mail addresses, the target
 * of a Markdown link (its visible text stays unless it is itself an address), and bare hosts such as
 * `ruby-lang.org` unless `isName` says that the whole host is a brand's name (Booking.com).
 */
export function maskUrls(text: string, isName: (host: string) => boolean): string {
  const unlinked = text.includes('](')
    ? text.replace(markdownLinkPattern, (whole: string, bang: string, label: string) => {
        const shown = isUrl(label.trim()) ? mask.repeat(label.length) : label;
        return `${bang}[${shown}]${mask.repeat(whole.length - bang.length - label.length - 2)}`;
      })
    : text;
  // An address has no white space in it, so only words with a hint of one are looked at.
  let result = '';
  let end = 0;
  urlHintPattern.lastIndex = 0;
  for (let found = urlHintPattern.exec(unlinked); found; found = urlHintPattern.exec(unlinked)) {
    const start = wordStart(unlinked, found.index);
    result += unlinked.slice(end, start);
    end = wordEnd(unlinked, found.index);
    result += maskWord(unlinked.slice(start, end), isName);
    urlHintPattern.lastIndex = end;
  }
  return result + unlinked.slice(end);
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !/\s/u.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function wordEnd(text: string, at: number): number {
  const length = text.slice(at).search(/\s/u);
  return length < 0 ? text.length : at + length;
}

function maskWord(word: string, isName: (host: string) => boolean): string {
  return word
    .replace(urlPattern, (found) => mask.repeat(found.length))
    .replace(hostPattern, (found, path: string | undefined) => {
      const bare = found.replace(/[:/].*$/su, '');
      if (!isHost(bare) || (path === undefined && isName(bare))) return found;
      return mask.repeat(found.length);
    });
}

function isUrl(label: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/iu.test(label) || isHost(label.replace(/[:/]\S*$/u, ''));
}

/** A host by the public suffix list. `Python.It` after a missing space is none: an ending is in lower case. */
function isHost(text: string): boolean {
  if (!/^[a-z0-9.-]+\.[a-z]{2,}$/iu.test(text) || !/\.[a-z]+$/u.test(text)) return false;
  const { isIcann, domain, publicSuffix } = parse(text);
  return domain !== null && (isIcann === true || publicSuffix === 'example');
}
