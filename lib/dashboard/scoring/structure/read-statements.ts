import { compilePhraseFinder } from '#lib/dashboard/scoring/phrase-finder';
import { article, listJoined, type PlacedMention } from '#lib/dashboard/scoring/structure/read-leaders';
import type { Line } from '#lib/dashboard/scoring/structure/read-lines';
import { findFirstFrom } from '#lib/dashboard/scoring/text-ranges';
import phrasesByLanguage from './statements.json' with { type: 'json' };

/** Brands that an answer states as the winner, and those that it advises against. */
export interface Statements {
  winners: ReadonlySet<string>;
  rejected: ReadonlySet<string>;
}

/**
 * The kinds of phrases. `labels` stand before a colon and a name ("Top pick: X"), `verdicts` before one that is the whole
 * statement; `before` and `avoid` stand directly before a name, `after` and `avoided` after it; `titles` are those of
 * sections whose items the answer advises against.
 */
type Kind = 'labels' | 'verdicts' | 'before' | 'after' | 'avoid' | 'avoided' | 'titles';
const kinds: readonly Kind[] = ['labels', 'verdicts', 'before', 'after', 'avoid', 'avoided', 'titles'];

interface PhraseUse {
  phrase: string;
  kind: Kind;
  /** Whether the statement must end after the phrase, or after the name if the phrase is before it. */
  endsClause: boolean;
  /** Whether it is a predicate without its verb, which other words separate from it. */
  isSplit: boolean;
}

const languages = Object.values(phrasesByLanguage);
const joinWords = (words: readonly string[]) =>
  [...new Set(words)].map((word) => RegExp.escape(word)).join('|');
const wholePhrases = languages.flatMap((language) =>
  kinds.flatMap((kind) =>
    language[kind].map((phrase): PhraseUse => {
      return { phrase: phrase.replace(/\.$/u, ''), kind, endsClause: phrase.endsWith('.'), isSplit: false };
    }),
  ),
);
const verb = new RegExp(`^(?:${joinWords(languages.flatMap((language) => language.copulas))})\\s+`, 'u');
const splitPhrases = wholePhrases
  .filter(({ phrase, kind }) => kind === 'after' && verb.test(phrase))
  .map((use): PhraseUse => ({ ...use, phrase: use.phrase.replace(verb, ''), isSplit: true }));
const usesByPhrase = Map.groupBy([...wholePhrases, ...splitPhrases], ({ phrase }) => phrase);
const uses: PhraseUse[][] = [...usesByPhrase.values()];
const find = compilePhraseFinder([...usesByPhrase.keys()]);

const ifWords = joinWords(languages.flatMap((language) => language.conditions));
const purposes = joinWords(languages.flatMap((language) => language.purposes));
const conditions = `${ifWords}|${purposes}`;
const everyone = joinWords(languages.flatMap((language) => language.everyone));
const copulas = joinWords(languages.flatMap((language) => language.copulas));
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A condition after a statement: "for beginners", but not "for most people". */
const conditionAfter = new RegExp(
  `^[\\s*_"”’),]*(?:${conditions})\\s+(?!(?:the\\s+|la\\s+)?(?:${everyone}))`,
  'iu',
);
/** A condition of a warning: "avoid X if you camp". A purpose ("for a trip with children") is that of the question. */
const conditionOfWarning = new RegExp(`^[\\s*_"”’),]*(?:${ifWords})\\s`, 'iu');
/** A condition that is none: "If I had to choose one". */
const choosing =
  "(?:i|you|we)(?:'d)?\\s+(?:had|have|could|can|must)\\s|forced|in\\s+doubt|ich\\s+(?:mich|nur|eine[ns]?)\\s|(?:je|on)\\s+(?:devais|devait)|tuviera|dovessi|ik\\s+(?:moest|één)";
/** Statements of others, which are not those of the answer. */
const reported =
  '(?:some|many|critics|fans|people|others|manche|einige|viele|kritiker|certains|algunos|alcuni)\\s+(?:users\\s+|people\\s+)?(?:say|claim|argue|think|believe|sagen|behaupten|meinen|disent|pensent|dicen|creen|dicono)';
/** A condition at the beginning of a sentence. */
const conditionBefore = new RegExp(
  `^[\\s*_>#•·-]*(?:${conditions})\\s+(?!(?:${everyone})|${choosing})|^[\\s*_>#•·-]*${reported}|(?:なら|の場合|であれば|라면|경우|如果|に向いて|向けなら|(?<!多くの人|ほとんどの人|大半の人|大多数の人|皆さん|誰)には)`,
  'iu',
);
const clauseEnd = /^[\s*_"”’')\]]*(?:$|[.,;:!?。、，；！？(–—|\n]|-\s)/u;
const model = String.raw`(?:\s+[\p{Lu}\p{N}][\p{L}\p{N}+.-]*){0,4}`;
/** Words that go on with a sentence instead of a name. */
const functionWords =
  'and|or|because|as|since|entirely|altogether|completely|at|after|due|given|in|on|this|until|despite|it|they|und|oder|weil|da|ganz|nach|wegen|bei|et|ou|car|y|o|u|porque|ya|por|ahora|e|perché|en|of|omdat|na|vanwege|i|lub|oraz|bo|ponieważ|z|po|przez|ze|и|или|потому|из-за|после|так|ve|och|eller|dopo|após|pois|depuis|après|à|après|tras|debido|a|dans';
/** What may follow a name that an answer advises against; anything else makes another thing of it ("avoid X fees"). */
const rejectionEnd = new RegExp(
  `^(?:['’]s)?${model}['’]?[\\s*_"”’')\\]]*(?:$|[.,;:!?。、，；！？(–—|/&+\\n]|-\\s|[^\\p{Script=Latin}\\p{Script=Cyrillic}\\s]|(?:${functionWords}|${conditions})(?!\\p{L}))`,
  'u',
);
const negation =
  /(?:^|[^\p{L}])(?:not|never|no|non|nicht|niet|inte|ne|pas|nie|não|не|لا|also|auch|aussi|también|anche|também|ook|też|также|(?:do|does|did|would|should|need)n['’]t)\s+$|不$/iu;
/** A particle after a name, with a short adverb: "Xが総合的に". */
const particles = String.raw`(?:[はがをも은는이가을를도][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]{0,12})?`;
const opening = String.raw`[\s*_"“„«‘'(\[「『🏆🥇⭐✅]*`;
/** Whom a statement is about, if that is nearly everyone: "for most people". */
const forMost = `\\s+(?:(?:${purposes})\\s+)?(?:the\\s+)?(?:${everyone})(?:\\s+[\\p{L}-]+){0,3}?`;
const labelGap = new RegExp(
  `^(?:\\s+overall|${forMost})?(?:\\s*[(（][^()（）\\n]{0,20}[)）])?[ \\t*_]*(?:[:：|—–=→➜➡⇒?？]\ufe0f?|-(?=\\s)|(?<!\\p{L})(?:${copulas})(?!\\p{L})|[はが은는이가是为為])+${opening}`,
  'iu',
);
const titleGap = new RegExp(`^[ \\t*_:：#]*\\n[\\s>#]*(?:[-*•]\\s+)?${opening}`, 'u');
const directGap = new RegExp(`^\\s?[:：]?${opening}`, 'u');
const predicateGap = new RegExp(
  `^(?:['’]\\p{L}{1,5})?${model}[*_"”»’)」』]*(?:\\s*[(（][^()（）\\n]{0,30}[)）])?[*_\\s]*[:–—-]?\\s*${particles}[、，]?\\s*$`,
  'u',
);
/** What stands between a name and a predicate that is split from its verb: "X ist für die meisten Selbstständigen". */
const splitPredicateGap = new RegExp(`^${model}[*_"”»’)]*\\s+(?:${copulas})${forMost}\\s+$`, 'u');

/** The gap of an inverted statement: "Für die meisten ist X die beste Wahl". */
const invertedGap = new RegExp(`^${model}[*_"”»’)]*\\s+$`, 'u');
const verbBefore = new RegExp(`\\p{L}\\s+(?:${copulas})\\s+(?:\\p{L}{1,4}\\s+)?[*_"“„«]*$`, 'iu');

const maxGap = 60;
/** How far before a statement its sentence is read. */
const maxSentence = 160;

/** Reads which brands an answer states as the winner and which it advises against. @param lines all lines of the text */
export function readStatements(
  text: string,
  lines: readonly Line[],
  mentions: readonly PlacedMention[],
  isNote: (offset: number) => boolean,
): Statements {
  const reader = new StatementReader(text, lines, mentions);
  const lowered = text.replaceAll('İ', 'i').replaceAll('’', "'").toLowerCase();
  if (mentions.length > 0 && lowered.length === text.length) {
    find(lowered, {
      canStart: (at) =>
        at === 0 || unspaced.test(text.charAt(at)) || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)),
      visit: ({ phraseIndex, start, end }) => {
        // Arabic "ب" is attached to the name.
        const isWhole =
          unspaced.test(text.charAt(end - 1)) ||
          !/[\p{L}\p{N}]/u.test(text.charAt(end)) ||
          text.charAt(end - 1) === 'ب';
        if (isWhole && !isNote(start))
          for (const use of uses[phraseIndex] ?? []) reader.read(use, start, end);
        return true;
      },
    });
  }
  return reader.getStatements();
}

/** A statement that brands are the winner. */
interface Winner {
  phrase: string;
  mentions: PlacedMention[];
}

/** Words of statements about everything, as opposed to one category ("Winner: X" below "Price"). */
const overall =
  /overall|insgesamt|gesamt|global|general|geral|assoluto|complesso|ogóln|целом|genel|総合|종합|综合|綜合|總體|most people|meisten/u;

/** Chooses among statements: first those about everything, and never those that name other brands each time. */
function chooseWinner(stated: readonly Winner[], position: 0 | -1): Winner | undefined {
  const byPhrase = Map.groupBy(stated, ({ phrase }) => phrase);
  const definite = stated.filter(({ phrase }) => {
    const brands = (byPhrase.get(phrase) ?? []).map(({ mentions: [first] }) => first?.brandId);
    return new Set(brands).size === 1;
  });
  return definite.filter(({ phrase }) => overall.test(phrase)).at(position) ?? definite.at(position);
}

class StatementReader {
  private readonly labeled: Winner[] = [];
  private readonly judged: Winner[] = [];
  private readonly rejected = new Set<string>();

  private readonly text: string;
  private readonly lines: readonly Line[];
  private readonly mentions: readonly PlacedMention[];

  constructor(text: string, lines: readonly Line[], mentions: readonly PlacedMention[]) {
    this.text = text;
    this.lines = lines;
    this.mentions = mentions;
  }

  /** The winner is that of the first label, otherwise that of the last sentence. */
  getStatements(): Statements {
    const winner = chooseWinner(this.labeled, 0) ?? chooseWinner(this.judged, -1);
    const winnerIds = new Set(
      (winner?.mentions ?? []).map(({ brandId }) => brandId).filter((id) => !this.rejected.has(id)),
    );
    return { winners: winnerIds, rejected: this.rejected };
  }

  read(use: PhraseUse, start: number, end: number): void {
    if (use.kind === 'titles') this.readTitle(start, end);
    else if (use.kind === 'after' || use.kind === 'avoided') this.readAfter(use, start, end);
    else this.readBefore(use, start, end);
  }

  private readBefore({ phrase, kind, endsClause }: PhraseUse, start: number, end: number): void {
    const index = findFirstFrom(this.mentions, end);
    const mention = this.mentions[index];
    if (!mention || mention.start - end > maxGap || this.isConditional(start)) return;
    const gap = this.text.slice(end, mention.start);
    const isLabel = kind === 'labels' || kind === 'verdicts';
    if (
      !matchesBefore(gap, isLabel ? labelGap : directGap) &&
      !(isLabel && this.isTitle(start, end) && matchesBefore(gap, titleGap))
    )
      return;
    const rest = this.text.slice(mention.end, mention.end + maxGap);
    if (kind === 'avoid') {
      if (!rejectionEnd.test(rest) || conditionOfWarning.test(rest) || this.isNegated(start)) return;
      for (const { brandId } of listJoined(this.text, this.mentions, index, this.text.length))
        this.rejected.add(brandId);
      return;
    }
    if ((endsClause || kind === 'verdicts') && !clauseEnd.test(rest)) return;
    if (kind === 'before' && (conditionAfter.test(rest) || this.isNegated(start))) return;
    const same = this.mentions
      .slice(index, index + maxSharedNames)
      .filter(({ start: at }) => at === mention.start);
    (isLabel ? this.labeled : this.judged).push({ phrase, mentions: same });
  }

  private readAfter({ phrase, kind, endsClause, isSplit }: PhraseUse, start: number, end: number): void {
    const mention = this.mentions[findFirstFrom(this.mentions, start) - 1];
    if (!mention || mention.end > start || start - mention.end > maxGap) return;
    const gap = this.text.slice(mention.end, start);
    const isInverted =
      isSplit && invertedGap.test(gap) && this.isAfterVerb(mention.start) && !this.isQuestion(end);
    if (!isInverted && !(isSplit ? splitPredicateGap : predicateGap).test(gap)) return;
    const rest = this.text.slice(end, end + maxGap);
    const condition = kind === 'avoided' ? conditionOfWarning : conditionAfter;
    if (condition.test(rest) || this.isConditional(mention.start)) return;
    if (endsClause && !clauseEnd.test(rest)) return;
    if (kind === 'avoided') this.rejected.add(mention.brandId);
    else this.judged.push({ phrase, mentions: [mention] });
  }

  /** Rejects the brands that lead the lines below a title such as "Brands to avoid", up to the next heading or paragraph. */
  private readTitle(start: number, end: number): void {
    if (!this.isTitle(start, end)) return;
    const index = findFirstFrom(this.lines, end);
    const title = this.lines[index - 1];
    for (let at = index; at < Math.min(this.lines.length, index + maxTitledLines); at += 1) {
      const line = this.lines[at];
      if (!line || (line.kind === 'heading' && (title?.kind !== 'heading' || line.level <= title.level)))
        return;
      if (line.kind === 'text' && at > index && line.level === 0) return;
      const mentionIndex = findFirstFrom(this.mentions, line.start);
      const mention = this.mentions[mentionIndex];
      if (!mention || mention.start >= line.start + line.text.length) continue;
      const lead = this.text.slice(line.start, mention.start).replace(/^[^\p{L}\p{N}]+/u, '');
      if (article.test(lead)) this.rejected.add(mention.brandId);
    }
  }

  /** Returns whether a phrase is a line of its own, such as a heading. */
  private isTitle(start: number, end: number): boolean {
    const line = this.lines[findFirstFrom(this.lines, start + 1) - 1];
    if (!line) return false;
    const before = this.text.slice(Math.max(line.start, start - maxGap), start);
    const after = this.text.slice(end, Math.min(line.start + line.text.length, end + maxGap));
    return !/[\p{L}\p{N}]{4}/u.test(before) && !/[\p{L}\p{N}]/u.test(after) && line.start <= start;
  }

  private isConditional(start: number): boolean {
    const before = this.text.slice(Math.max(0, start - maxSentence), start);
    const [sentence = ''] = before.split(/[.!?;。！？\n]/u).slice(-1);
    return conditionBefore.test(sentence);
  }

  private isAfterVerb(start: number): boolean {
    return verbBefore.test(this.text.slice(Math.max(0, start - maxGap), start));
  }

  private isQuestion(end: number): boolean {
    return /^[^.!。！\n]{0,60}[?？]/u.test(this.text.slice(end, end + maxGap));
  }

  private isNegated(start: number): boolean {
    return negation.test(this.text.slice(Math.max(0, start - 20), start));
  }
}

/** Most brands that share a name. */
const maxSharedNames = 20;
/** Most lines below the title of a section that are read for it. */
const maxTitledLines = 40;

/** Returns whether a text before a name is a separator followed by nothing or an article. */
function matchesBefore(gap: string, separator: RegExp): boolean {
  const found = separator.exec(gap);
  return found !== null && article.test(gap.slice(found[0].length));
}
