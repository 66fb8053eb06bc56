/* Labels: drawn last, at one size whatever the zoom, and left out where they would overlap. */
const Labels = (() => {
  const SIZE = 12.5;
  const GAP = 5;
  /** A name for so many pixels of width may cover small nodes, if no other name; at most so many. */
  const ROOM = 70;
  const LEADING = 12;
  const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';
  const widths = new Map();

  function width(context, text, font) {
    const key = `${font}|${text}`;
    if (!widths.has(key)) widths.set(key, context.measureText(text).width);
    return widths.get(key);
  }

  const overlaps = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

  /** The places around a node, the easiest to read first. */
  function spots(item, w, h) {
    const { x, y, r } = item;
    return [
      { x: x + r + GAP, y: y - h / 2, w, h },
      { x: x - w / 2, y: y + r + 3, w, h },
      { x: x - w / 2, y: y - r - 3 - h, w, h },
      { x: x - r - GAP - w, y: y - h / 2, w, h },
      { x: x - r, y: y + r + 3, w, h },
      { x: x - r, y: y - r - 3 - h, w, h },
      { x: x + r - w, y: y + r + 3, w, h },
      { x: x + r - w, y: y - r - 3 - h, w, h },
      { x: x + r * 0.7 + 2, y: y + r * 0.7, w, h },
      { x: x + r * 0.7 + 2, y: y - r * 0.7 - h, w, h },
      { x: x - r * 0.7 - 2 - w, y: y + r * 0.7, w, h },
      { x: x - r * 0.7 - 2 - w, y: y - r * 0.7 - h, w, h },
    ];
  }

  /** The first free place; a leading name may cover shapes, as few as can be, but no name. */
  function choose(choices, taken, names, across, down, leading) {
    const inside = choices.filter(
      (box) => box.x >= 2 && box.y >= 2 && box.x + box.w <= across - 2 && box.y + box.h <= down - 2,
    );
    const covered = (box, others) => others.filter((other) => overlaps(box, other)).length;
    const free = inside.find((box) => !taken.some((other) => overlaps(box, other)));
    if (free || !leading) return free;
    return inside
      .filter((box) => !covered(box, names))
      .sort((a, b) => covered(a, taken) - covered(b, taken))[0];
  }

  /**
   * Draw labels in screen pixels.
   *
   * Items carry node, x, y, r, hint, rank (lower is placed first), alpha, strong and must (drawn
   * whole, even where it overlaps); tags carry x, y, text, rank. Returns the boxes of the labels drawn.
   */
  function draw(context, items, tags, { width: across, height: down, ink, halo }) {
    const taken = items.map(({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r }));
    const boxes = [];
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.lineJoin = "round";
    for (const [i, item] of [...items].sort((a, b) => a.rank - b.rank).entries()) {
      if (item.alpha < 0.5) continue;
      const font = `${item.strong ? 600 : 400} ${SIZE}px ${FONT}`;
      context.font = font;
      const name = item.must ? item.node.label : Names.shown(item.node);
      const text = item.hint ? `${name} (${item.hint})` : name;
      const w = width(context, text, font);
      const choices = spots(item, w, SIZE * 1.35);
      const box = choose(choices, taken, boxes, across, down, i < Math.min(LEADING, across / ROOM - 2)) || (item.must ? choices[0] : null);
      if (!box) continue;
      taken.push(box);
      boxes.push({ ...box, node: item.node });
      write(context, text, box.x, box.y + box.h / 2, ink, halo, item.alpha);
    }
    for (const tag of [...tags].sort((a, b) => a.rank - b.rank)) {
      const font = `italic 400 ${SIZE - 1.5}px ${FONT}`;
      context.font = font;
      const w = width(context, tag.text, font);
      const box = { x: tag.x - w / 2, y: tag.y - SIZE / 2, w, h: SIZE };
      if (taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      write(context, tag.text, box.x, tag.y, tag.ink, halo, 1);
    }
    return boxes;
  }

  function write(context, text, x, y, ink, halo, alpha) {
    context.globalAlpha = alpha;
    context.direction = Text.direction(text); // where the full stop of a Hebrew name goes
    context.strokeStyle = halo;
    context.lineWidth = 4;
    context.strokeText(text, x, y);
    context.fillStyle = ink;
    context.fillText(text, x, y);
    context.globalAlpha = 1;
  }

  return { draw };
})();
