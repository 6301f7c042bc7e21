// Cards and actions as the server writes them: r5, g+2, W4, JC=S; r5!, W:g, r7@3, jump:r5, draw, catch:2.
// Nothing here decides whether an action is possible: that is in `game.legal`.

/**
 * @typedef {object} Action
 * @property {string} text as the server wants it back
 * @property {string} kind "play", "jump", or the word before the colon: "draw", "catch", "color" ...
 * @property {string} card "" unless it is played
 * @property {string} color "" unless one is chosen
 * @property {number} seat from 1; 0 unless one is chosen
 * @property {boolean} double
 * @property {boolean} uno
 */

/** @typedef {{color: string, face: string, meaning: string}} Face */

const PLAY = /^(jump:)?([^:@!x]+)(x2)?(?::([rygb]))?(?:@(\d{1,2}))?(!)?$/;
const WORDS = ["draw", "keep", "take", "challenge", "uno", "deal"];

/** @param {string} text @returns {Action} */
export function action(text) {
  const made = { text, kind: text, card: "", color: "", seat: 0, double: false, uno: false };
  if (WORDS.includes(text)) return made;
  if (text.startsWith("color:")) return { ...made, kind: "color", color: text.slice(6) };
  if (text.startsWith("catch:")) return { ...made, kind: "catch", seat: Number(text.slice(6)) };
  const found = PLAY.exec(text);
  if (!found) return made;
  return {
    text,
    kind: found[1] ? "jump" : "play",
    card: found[2],
    color: found[4] ?? "",
    seat: Number(found[5] ?? 0),
    double: Boolean(found[3]),
    uno: Boolean(found[6]),
  };
}

const SUITS = { H: "♥", D: "♦", C: "♣", S: "♠" };
const SUIT_COLORS = { H: "r", D: "y", C: "g", S: "b" };

/**
 * What is printed on a card: its color (`w` for a wild), its face, and what a card of an ordinary pack stands for.
 * @param {string} card @returns {Face}
 */
export function face(card) {
  const uno = /^([rygb])(.+)$/.exec(card);
  if (uno) return { color: uno[1], face: uno[2], meaning: "" };
  if (card[0] === "W") return { color: "w", face: card === "W4" ? "+4" : "W", meaning: "" };
  const [pip, stands = ""] = card.split("=");
  const meaning = stands === "W4" ? "+4" : stands;
  if (pip === "BJ" || pip === "RJ") return { color: "w", face: pip, meaning };
  const suit = /** @type {keyof typeof SUITS} */ (pip.slice(-1));
  const color = stands[0] === "W" ? "w" : SUIT_COLORS[suit];
  return { color, face: pip.slice(0, -1) + SUITS[suit], meaning };
}
