/** Signs that stand for a number from 1 on. */
const signSequences = [
  '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳',
  '❶❷❸❹❺❻❼❽❾❿',
  '➀➁➂➃➄➅➆➇➈➉',
  '➊➋➌➍➎➏➐➑➒➓',
  '⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇',
  '⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛',
  '⓵⓶⓷⓸⓹⓺⓻⓼⓽⓾',
  'ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ',
  'ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻ',
  '🥇🥈🥉',
  '㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉',
].map((signs) => Array.from(signs));
const signs = signSequences.flat().join('');
/** Letters that count items. In scripts with names of one letter and a period ("A. Lange"), only before a bracket. */
const bracketLetters = ['abcdefghijklmno', 'абвгдежзиклмно', 'αβγδεζηθικλμνξο'].map((letters) =>
  Array.from(letters),
);
const letterSequences = ['אבגדהוזחטי', 'أبجدهوزحطي', '가나다라마바사아자차'].map((letters) =>
  Array.from(letters),
);
/** Words for the first five places. */
const ordinals = [
  'first|erste[rs]?|premi(?:er|ère)|primer[oa]?|primeir[oa]|primo|prima|eerste|pierwsz[eay]|первое|первый|перше|birinci|ensimmäinen|första|første|první|الأول|الأولى|첫 번째|첫번째|첫째|أولا|أولًا|أولاً|ראשון|ראשונה|thứ nhất|पहला|पहले|πρώτ[οηος]+|gold|第一|firstly|erstens|premièrement|во-первых',
  'second|zweite[rs]?|deuxième|second[eoa]|segund[oa]|tweede|drugi[ea]?|второе|второй|друге|ikinci|toinen|andra|anden|andre|druhý|الثاني|الثانية|두 번째|두번째|둘째|ثانيا|ثانيًا|ثانياً|שני|שנייה|thứ hai|दूसरा|दूसरे|δεύτερ[οηος]+|silver|第二|secondly|zweitens|deuxièmement|во-вторых',
  'third|dritte[rs]?|troisième|tercer[oa]?|terceir[oa]|terz[oa]|derde|trzeci[ea]?|третье|третий|третє|üçüncü|kolmas|tredje|třetí|الثالث|الثالثة|세 번째|세번째|셋째|ثالثا|ثالثًا|ثالثاً|שלישי|שלישית|thứ ba|तीसरा|तीसरे|τρίτ[οηος]+|bronze|第三|thirdly|drittens|troisièmement|в-третьих',
  'fourth|vierte[rs]?|quatrième|cuart[oa]|quart[oa]|vierde|czwart[eay]|четвёртое|четвертое|четвёртый|четверте|dördüncü|neljäs|fjärde|fjerde|čtvrtý|الرابع|الرابعة|네 번째|네번째|넷째|رابعا|رابعًا|رابعاً|רביעי|רביעית|thứ tư|चौथा|चौथे|τέταρτ[οηος]+|第四|fourthly|viertens|quatrièmement|в-четвёртых|в-четвертых',
  'fifth|fünfte[rs]?|cinquième|quint[oa]|vijfde|piąt[eay]|пятое|пятый|п’яте|beşinci|viides|femte|pátý|الخامس|الخامسة|다섯 번째|다섯번째|다섯째|خامسا|خامسًا|خامساً|חמישי|חמישית|thứ năm|पाँचवाँ|पांचवां|πέμπτ[οηος]+|第五|fifthly|fünftens|cinquièmement|в-пятых',
].map((words) => new RegExp(`^(?:${words})$`, 'iu'));
const ideographs = '一二三四五六七八九十';
/** The digits 0 of the scripts whose digits are read. */
const zeros = Array.from('0٠۰०০੦૦୦௦౦೦൦๐໐༠၀០０', (zero) => zero.codePointAt(0) ?? 0);

/** Words before or after the number of a place. */
const placeNouns = [
  'place|platz|rang|stelle|lugar|puesto|posto|posizione|plaats|miejsce|место|місце|sıra(?:da)?|plats|plass|plads|sija',
  'locul|loc|θέση|מקום|option|pick|choice|empfehlung|choix|opción|opção|opzione|optie|opcja|вариант|seçenek|position|posición|posição|pozycja|позиция|المركز|المرتبة|स्थान|रैंक|อันดับ(?:ที่)?|hạng|peringkat|místo|hely',
].join('|');
const rankWords = `no|nr|nº|n°|n\\.\\s?[º°]|num|núm|numéro|número|numero|nummer|number|rank|ranked|top|№|${placeNouns}`;
const digits = String.raw`(\p{Nd}{1,3})`;
const ideographic = `([${ideographs}]{1,3})`;
const ordinalEnding = String.raw`st|nd|rd|th|er|re|ère|ere|e|ème|\.?\s?[º°ª]|-?(?:й|я|е|ое|ша|ге|ше|те|тє|ο|ος|η)|['’]?(?:inci|ıncı|uncu|üncü)`;

/** The styles of numbered items. Each has one group, which is the number. */
const styles = [
  // "1. Platz", "1er puesto", "1º lugar", "1-е место"
  String.raw`${digits}(?:\.|${ordinalEnding})?\s*(?:${placeNouns})(?![\p{L}\p{M}])\s*[:：.)–—-]*`,
  // "1位", "【1位】", "1위", "1순위", "第1位", "第一名"
  String.raw`[【［「〔(（]?第?\s?${digits}\s?(?:位|위|등|순위|名|番)[】］」〕)）]?`,
  String.raw`[【［「〔(（]?第?\s?${ideographic}(?:位|名)[】］」〕)）]?`,
  // "Nº 1", "No. 1:", "Platz 1", "№ 1"
  String.raw`[【［]?(?:${rankWords})\.?\s*#?${digits}(?![\p{Nd}\p{L}%]|[.,]\p{Nd})[】］]?\s*[:：.)–—-]*`,
  // "1.", "1)", "(1)", "1、", "1:", "【1】", "1.º"
  String.raw`\\?[#(（【［]?\s*${digits}(?:\s*\\?[.)．）、:：】］।](?!\p{Nd})[º°ª]?|\ufe0f?\u20e3)`,
  String.raw`\\?#\s?${digits}(?!\p{Nd})`,
  // "1st", "1º", "1er"
  String.raw`${digits}(?:${ordinalEnding})(?![\p{L}\p{M}])\s*[:：.)–—-]*`,
  // "1 – Name", "1- Name", "1/ Name"
  String.raw`${digits}(?:\s*[-–—]\s+|\s+\|\s+|/\s)(?!\p{Nd})`,
  // "一、", "（一）"
  String.raw`[(（]?${ideographic}(?:[、．)）]|\.(?=\s))`,
  `([${signs}])`,
];
const numberMarker = new RegExp(`^(?:${styles.join('|')})`, 'iu');
/** Roman numerals before a period or a bracket. */
const romanMarker = /^\(?([IVX]{1,5}|[ivx]{1,5})[.)](?=[\s*_])/u;
/** "a)", "א.", "나." */
const letterMarker = new RegExp(
  `^(?:\\(?([${bracketLetters.flat().join('')}])[)）]|\\(?([${letterSequences.flat().join('')}])[.)）-])(?=[\\s*_])`,
  'iu',
);
const romanPattern = /^X{0,3}(?:IX|IV|V?I{0,3})$/u;

/** "Third place: Name", "Erster Platz – Name". */
const ordinalMarker = new RegExp(
  String.raw`^(?:(?:المركز|ב?מקום|en)\s+ה?)?((?:thứ\s|во?-)?[\p{L}\p{M}]+(?:\s번째)?)(?:\s+(?:${placeNouns}))?[*_]*\s*(?:[:：,，،、]|[–—-]\s)[*_]*\s*(?=\S)`,
  'iu',
);

function readOrdinal(content: string): { number: number; length: number } | null {
  const found = ordinalMarker.exec(content);
  const index = ordinals.findIndex((words) => words.test(found?.[1] ?? ''));
  return found && index >= 0 ? { number: index + 1, length: found[0].length } : null;
}

/** Reads the number at the beginning of an item, in any style and script, and the length of its marker. */
export function readNumber(content: string): { number: number; length: number } | null {
  if (content.startsWith('🔟')) return { number: 10, length: '🔟'.length };
  const found = numberMarker.exec(content) ?? romanMarker.exec(content) ?? letterMarker.exec(content);
  if (!found) return readOrdinal(content);
  const marker = found.slice(1).find((group) => group !== undefined) ?? '';
  const number = toNumber(marker);
  if (number === null) return null;
  const after = /^[ \t.:：、)–—-]*/u.exec(content.slice(found[0].length));
  return { number, length: found[0].length + (after?.[0].length ?? 0) };
}

/** Returns the value of a number in any of the scripts; null if it has none. */
export function toNumber(marker: string): number | null {
  if (/^\p{Nd}+$/u.test(marker)) return readDigits(marker);
  if (/^[ivx]+$/iu.test(marker)) return readRoman(marker.toUpperCase());
  if (Array.from(marker).every((sign) => ideographs.includes(sign))) return readIdeographs(marker);
  const letter = marker.toLowerCase();
  const positions = [
    ...[...signSequences, ...letterSequences].map((sequence) => sequence.indexOf(marker)),
    ...bracketLetters.map((sequence) => sequence.indexOf(letter)),
  ];
  const position = positions.find((at) => at >= 0);
  return position === undefined ? null : 1 + position;
}

function readDigits(marker: string): number | null {
  let number = 0;
  for (const digit of marker) {
    const point = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => point >= first && point < first + 10);
    if (zero === undefined) return null;
    number = 10 * number + point - zero;
  }
  return number;
}

function readRoman(marker: string): number | null {
  if (!romanPattern.test(marker) || marker === '') return null;
  const values: Record<string, number> = { I: 1, V: 5, X: 10 };
  const numbers = Array.from(marker, (letter) => values[letter] ?? 0);
  return numbers.reduce((sum, value, at) => sum + (value < (numbers[at + 1] ?? 0) ? -value : value), 0);
}

/** Reads 一 to 九十九. */
function readIdeographs(marker: string): number {
  const [tens = '', units = ''] = marker.includes('十') ? marker.split('十') : ['', marker];
  const read = (sign: string) => 1 + ideographs.indexOf(sign);
  const ten = marker.includes('十') ? (tens === '' ? 10 : 10 * read(tens)) : 0;
  return ten + (units === '' ? 0 : read(units));
}
