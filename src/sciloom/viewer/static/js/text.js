/* Texts: offsets, folding, sentences. */
const Text = (() => {
  const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/;

  /** Return what turns an offset in code points into one in UTF-16 units, which strings count. */
  function unitsOf(text) {
    if (!ASTRAL.test(text)) return (offset) => offset;
    const units = [0];
    for (const character of text) units.push(units[units.length - 1] + character.length);
    return (offset) => units[Math.min(offset, units.length - 1)];
  }

  const ASCII = /^[\0-\x7f]*$/;

  /** Lower case without accents: what a search compares. */
  function fold(text) {
    if (ASCII.test(text)) return text.toLowerCase();
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  }

  /** Where folded words begin in a text as it is written: [start, end] of each, in order. */
  function places(text, words) {
    const folded = [];
    const starts = [];
    let at = 0;
    for (const character of text) {
      for (const unit of fold(character)) {
        folded.push(unit);
        for (let i = 0; i < unit.length; i += 1) starts.push(at);
      }
      at += character.length;
    }
    starts.push(text.length);
    const whole = folded.join("");
    const found = [];
    for (const word of words) {
      for (let i = whole.indexOf(word); word && i >= 0; i = whole.indexOf(word, i + 1)) {
        if (i === 0 || !/[a-z0-9]/.test(whole[i - 1])) found.push([starts[i], starts[i + word.length]]);
      }
    }
    return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  }

  const sentences =
    "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "sentence" }) : null;

  /** Return the ends of the sentences that hold a span; of the whole text where none are found. */
  function sentenceAround(text, start, end) {
    if (!sentences) return [0, text.length];
    let from = 0;
    let to = text.length;
    for (const { index, segment } of sentences.segment(text)) {
      if (index <= start) from = index;
      if (index + segment.length >= end) {
        to = index + segment.trimEnd().length;
        break;
      }
    }
    return [from, Math.max(to, end)];
  }

  /** Cut what is too long for its place. */
  function shorten(text, most) {
    const characters = [...text.slice(0, 2 * most)]; // a name may be a whole text
    return characters.length > most ? `${characters.slice(0, most - 1).join("").trimEnd()}…` : text;
  }

  /** The offset in code points of one in UTF-16 units. */
  function codePoints(text, units) {
    return ASTRAL.test(text) ? [...text.slice(0, units)].length : units;
  }

  const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
  /** The direction of a text, by its first letter. */
  const direction = (text) => (RIGHT_TO_LEFT.test(text) ? "rtl" : "ltr");

  return { unitsOf, codePoints, direction, fold, places, sentenceAround, shorten };
})();
