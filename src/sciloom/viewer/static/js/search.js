/* Matching. Names: exact ones first, then beginnings, then words, then anything inside. Texts: every word. */
const Search = (() => {
  const MOST = 12;
  /** Places kept for papers that say the words, where names would take all. */
  const KEPT = 4;
  /** Papers looked at before the best are chosen; letters of a text worth looking for. */
  const LOOKED_AT = 60;
  const LEAST = 3;
  /** Letters of a sentence around its first word, and texts folded in one go. */
  const AROUND = 150;
  const GO = 400;

  /** Prepare the names of all nodes, aliases among them. */
  function prepare(nodes) {
    const entries = [];
    for (const node of nodes) {
      entries.push({ node, folded: Text.fold(node.label), alias: null });
      for (const alias of node.alt) entries.push({ node, folded: Text.fold(alias), alias });
    }
    return entries;
  }

  const wordsOf = (text) => Text.fold(text).split(/[^\p{L}\p{N}%@#+.-]+/u).filter(Boolean);

  /** Whether a text holds every word, each where one begins. */
  function holds(folded, words) {
    return words.every((word) => {
      let at = folded.indexOf(word);
      while (at > 0 && /[a-z0-9]/.test(folded[at - 1])) at = folded.indexOf(word, at + 1);
      return at >= 0;
    });
  }

  function rank(folded, query, words) {
    const at = folded.indexOf(query);
    if (at < 0) return words.length > 1 && holds(folded, words) ? 3 : null;
    if (at === 0) return folded.length === query.length ? 0 : 1;
    return /[\p{L}\p{N}]/u.test(folded[at - 1]) ? 4 : 2;
  }

  /** Return the best matches, each with the alias by which it was found (null for its label). */
  function find(entries, text, most = MOST) {
    const query = Text.fold(text.trim());
    if (!query) return [];
    const words = wordsOf(text);
    const best = new Map();
    for (const { node, folded, alias } of entries) {
      const score = rank(folded, query, words);
      if (score === null) continue;
      const known = best.get(node);
      if (!known || score < known.score) best.set(node, { node, alias, score });
    }
    const weight = ({ node }) => node.degree;
    return [...best.values()]
      .sort((a, b) => a.score - b.score || weight(b) - weight(a) || a.node.index - b.node.index)
      .slice(0, most);
  }

  /** Fold the texts of papers a few at a time, so that nobody waits for it. */
  function texts(papers) {
    const folded = [];
    const go = () => {
      for (const node of papers.slice(folded.length, folded.length + GO)) folded.push({ node, folded: Text.fold(node.source.text) });
      if (folded.length < papers.length) setTimeout(go, 0);
    };
    go();
    return folded;
  }

  /** What stands around the first of the words, in a sentence or a text. */
  function excerpt(text, words) {
    const [[first]] = [...Text.places(text, words), [0]];
    if (first < AROUND / 2) return text;
    const from = text.indexOf(" ", first - AROUND / 3) + 1;
    return `…${text.slice(from > first ? first : from)}`;
  }

  /** Papers that say all the words, each with the claim that does if one does: claims first, the surest first. */
  function said(all, text, most = MOST) {
    const words = wordsOf(text);
    if (!words.some((word) => word.length >= LEAST)) return [];
    const found = [];
    for (const { node, folded } of all) {
      if (!holds(folded, words)) continue;
      const claims = node.claims.filter((claim) => holds(Text.fold(Data.sentence(claim)), words));
      const claim = claims.sort((a, b) => (b.score || 0) - (a.score || 0))[0];
      const says = claim ? Data.sentence(claim) : sentenceWith(node.source.text, words);
      found.push({ node, alias: null, claim: claim || null, at: claim ? `claim/${claim.number}` : "", says: excerpt(says, words), words });
      if (found.length === LOOKED_AT) break;
    }
    const surety = ({ claim }) => (claim ? 1 + (claim.score || 0) : 0);
    return found.sort((a, b) => surety(b) - surety(a)).slice(0, most);
  }

  function sentenceWith(text, words) {
    const [[start, end]] = [...Text.places(text, words.slice(0, 1)), [0, 0]];
    return text.slice(...Text.sentenceAround(text, start, end)).trim();
  }

  /** Names first; papers that say it have some places of their own, and none is there twice. */
  function join(named, texted) {
    const names = named.slice(0, MOST - Math.min(KEPT, texted.length));
    const there = new Set(names.map(({ node }) => node.id));
    const rest = texted.filter(({ node, at }) => at || !there.has(node.id));
    return [...names, ...rest.slice(0, Math.max(KEPT, MOST - names.length))].slice(0, MOST);
  }

  return { prepare, find, texts, said, join, wordsOf, holds };
})();
